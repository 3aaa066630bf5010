-- A deleted account keeps its row in auth.users, which its ledger leads to, and a token that was issued before lives on for up to an
-- hour: with it nothing of the user may be made anew. docs/delete-account.sql writes the mark.

-- Refuses a user whose account was deleted. PT401 is a 401 of the Data API, and of ours.
create function private.require_account(p_user_id uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from auth.users where id = p_user_id and raw_app_meta_data::jsonb @> '{"deleted": true}') then
    raise exception 'This account was deleted. Nothing was charged. Sign in again to open a new one.' using errcode = 'PT401';
  end if;
end $$;
revoke execute on function private.require_account(uuid) from public;

-- Whoever asks: a deleted account takes no hold, and so starts no job.
create function private.refuse_deleted_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account(new.user_id);
  return new;
end $$;
revoke execute on function private.refuse_deleted_account() from public;
create trigger credit_holds_refuse_deleted before insert on private.credit_holds
  for each row execute function private.refuse_deleted_account();

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
    -- does). Where there is no account there is nothing to lock, and the first grant would pass by unseen: so make it.
    insert into private.credit_accounts (user_id) values (new.id) on conflict (user_id) do nothing;
    perform from private.credit_accounts where user_id = new.id for share;
  end if;
  new.email := coalesce((select email from auth.users where id = new.id), '');
  new.credits := coalesce((select available from private.credit_accounts where user_id = new.id), 0);
  new.updated_at := now();
  return new;
end $$;

-- The time is the server's, text is cut rather than refused (a record must never stop a sign-in), and a second record
-- of the same user within 60 s is dropped in silence: two tabs that sign in together leave one.
create or replace function private.prepare_login_log() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id <> auth.uid() then
    -- The policy refuses it, whenever that user signed in.
    return new;
  end if;
  perform private.require_account(new.user_id);
  perform pg_advisory_xact_lock(hashtextextended('login_logs:' || new.user_id::text, 0));
  if exists (select 1 from public.login_logs l where l.user_id = new.user_id and l.login_time > now() - interval '60 seconds') then
    return null;
  end if;
  new.login_time := now();
  new.ip_address := left(coalesce(new.ip_address, 'unknown'), 100);
  new.user_agent := left(coalesce(new.user_agent, ''), 2000);
  new.provider := left(coalesce(new.provider, 'unknown'), 50);
  new.local_time := left(coalesce(new.local_time, ''), 100);
  new.os_name := left(coalesce(new.os_name, ''), 100);
  new.browser_name := left(coalesce(new.browser_name, ''), 100);
  new.device_brand := left(coalesce(new.device_brand, ''), 100);
  new.device_model := left(coalesce(new.device_model, ''), 100);
  return new;
end $$;
