-- These files create the whole database. Each file has one topic, and each function is defined once.

-- Contains everything that browsers must not access. The Data API doesn't expose this schema.
create schema private;

-- Revokes the default grants of Supabase projects on new objects in `public`. Each object defines its own grants.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;
-- authenticated reads its own balance from this schema, through get_user_credits and row level security.
grant usage on schema private to authenticated, service_role;

-- Returns the database's time, which all API servers use. A server with a fast clock would otherwise release other
-- servers' holds. Tests replace this function in their databases.
create function private.clock() returns timestamptz language sql stable set search_path = '' as $$
  select now()
$$;
revoke execute on function private.clock() from public;
grant execute on function private.clock() to service_role;

-- Raises PT401 if the user's account was deleted. PostgREST and our API convert PT401 to HTTP 401. A deleted account
-- keeps its row in auth.users for its ledger. Its tokens remain valid for up to an hour. Takes no lock, because this
-- runs before every call and a row lock is a write.
create function private.check_account(p_user_id uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from auth.users where id = p_user_id and raw_app_meta_data::jsonb @> '{"deleted": true}') then
    raise exception 'This account was deleted. Nothing was charged. Sign in again to open a new one.' using errcode = 'PT401';
  end if;
end $$;
revoke execute on function private.check_account(uuid) from public;
grant execute on function private.check_account(uuid) to service_role;

-- Same as check_account, for calls that create something for the user. The lock makes this call and a deletion of the
-- account wait for each other. The later one then sees the result of the first.
create function private.require_account(p_user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = p_user_id for key share;
  perform private.check_account(p_user_id);
end $$;
revoke execute on function private.require_account(uuid) from public;
grant execute on function private.require_account(uuid) to service_role;

-- Refuses a new row of a deleted account: a hold, an image, or an API key. No job can start without a hold.
create function private.refuse_deleted_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account(new.user_id);
  return new;
end $$;
revoke execute on function private.refuse_deleted_account() from public;
