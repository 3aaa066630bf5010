-- What a new account starts with. The profile record is the first thing that a sign-in writes, and the identity is there
-- by then; nothing that the browser sends decides whether, or how much.

-- Grants the sign-up credits once per Google identity: the key of the entry is made of the identity, not of the account,
-- and entries are never deleted. Who deletes an account and signs in again finds the key taken.
create function private.grant_sign_up_credits() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  settings private.credit_settings;
  google_id text;
begin
  select * into strict settings from private.credit_settings;
  if settings.sign_up_credits > 0 then
    select i.provider_id into google_id from auth.identities i where i.user_id = new.id and i.provider = 'google' limit 1;
    if google_id is not null then
      perform private.grant_credits(new.id, settings.sign_up_credits, 'sign_up', 'sign_up',
        'sign_up:' || encode(sha256(convert_to(settings.identity_salt || ':google:' || google_id, 'utf8')), 'hex'),
        'Welcome credits');
    end if;
  end if;
  return null;
end $$;
revoke execute on function private.grant_sign_up_credits() from public;
create trigger users_sign_up_credits after insert on public.users
  for each row execute function private.grant_sign_up_credits();

-- Whatever a client sends: the e-mail is the sign-in's, credits mirror the ledger, times are the server's.
create or replace function private.protect_user_record() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
  elsif new.id <> auth.uid() then
    -- The policy refuses it, whoever has that id.
    return new;
  else
    perform private.require_account(new.id);
    new.created_at := now();
    -- The lock makes a ledger write that cannot see this row yet wait for it (accounts first, users second, as the ledger
    -- does), and the same sign-in in another tab too: both would go on to write the account. Where there is no account
    -- there is nothing to lock, and the first grant would pass by unseen: so make it.
    insert into private.credit_accounts (user_id) values (new.id) on conflict (user_id) do nothing;
    perform from private.credit_accounts where user_id = new.id for update;
  end if;
  new.email := coalesce((select email from auth.users where id = new.id), '');
  new.credits := coalesce((select available from private.credit_accounts where user_id = new.id), 0);
  new.updated_at := now();
  return new;
end $$;
