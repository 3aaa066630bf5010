-- The profile record that the app upserts on every sign-in.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  name text not null default '' check (char_length(name) <= 500),
  avatar_url text not null default '' check (char_length(avatar_url) <= 2000),
  provider text not null default 'google' check (char_length(provider) <= 50),
  credits integer not null default 0 check (credits >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.users enable row level security;
revoke all on public.users from anon, authenticated, service_role;
-- An upsert names every column in its SET list, credits and created_at among them: the trigger below decides those.
grant select, insert, update on public.users to authenticated;
grant select, update on public.users to service_role;
create policy users_select_own on public.users for select to authenticated using (id = (select auth.uid()));
create policy users_insert_own on public.users for insert to authenticated with check (id = (select auth.uid()));
create policy users_update_own on public.users for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Decides what a profile holds, whatever a client sends: the e-mail is the sign-in's, credits mirror the ledger, times are the
-- server's. Triggers run before a policy's check, and what they look up or lock for a row that the policy then refuses is felt by
-- whoever sent it. So it does nothing for another user's row, and an update cannot name one: the id is restored first.
create function private.protect_user_record() returns trigger language plpgsql security definer set search_path = '' as $$
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
revoke execute on function private.protect_user_record() from public;
create trigger users_protect before insert or update on public.users
  for each row execute function private.protect_user_record();

-- Grants the sign-up credits once per Google identity, with the profile: the first thing that a sign-in writes, when the identity
-- is there already. The key of the entry is made of the identity, not of the account, and entries are never deleted: whoever
-- deletes an account and signs in again finds the key taken. Nothing that the browser sends decides whether, or how much.
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
