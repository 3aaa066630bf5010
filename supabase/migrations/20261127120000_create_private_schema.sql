-- These files make the whole database: one subject a file, each function once.

-- Holds what browsers have no access to. The Data API does not expose this schema.
create schema private;

-- Takes back what Supabase projects grant to every API role on new objects in `public`. Each object names its own grants.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;
-- authenticated reads its own balance from there, through get_user_credits and row level security.
grant usage on schema private to authenticated, service_role;

-- Returns the time that counts for all API servers: the database's. A server whose own clock is hours ahead would release what
-- others hold. Tests replace this function in their databases.
create function private.clock() returns timestamptz language sql stable set search_path = '' as $$
  select now()
$$;
revoke execute on function private.clock() from public;
grant execute on function private.clock() to service_role;

-- Refuses a user whose account was deleted. A deleted account keeps its row in auth.users, because its ledger refers to it, and
-- its tokens stay valid for up to an hour. PT401 becomes HTTP 401, in the Data API and in ours. The function takes no lock: it
-- runs before every call, and a row lock is a write.
create function private.check_account(p_user_id uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from auth.users where id = p_user_id and raw_app_meta_data::jsonb @> '{"deleted": true}') then
    raise exception 'This account was deleted. Nothing was charged. Sign in again to open a new one.' using errcode = 'PT401';
  end if;
end $$;
revoke execute on function private.check_account(uuid) from public;
grant execute on function private.check_account(uuid) to service_role;

-- Does the same as check_account for calls that create something for the user. The lock makes this call and a deletion of the
-- account wait for each other, so that one of them sees the other.
create function private.require_account(p_user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = p_user_id for key share;
  perform private.check_account(p_user_id);
end $$;
revoke execute on function private.require_account(uuid) from public;
grant execute on function private.require_account(uuid) to service_role;

-- Refuses a new row of a deleted account, whoever inserts it: holds, images, and API keys. Without a hold no job starts.
create function private.refuse_deleted_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account(new.user_id);
  return new;
end $$;
revoke execute on function private.refuse_deleted_account() from public;
