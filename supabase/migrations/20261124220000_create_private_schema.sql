-- The baseline begins here: these files make the whole database, each function once (docs/decisions/034). They are applied, and
-- so never edited: a change is a new migration after them.

-- What the browser has no business with lives in `private`, which the Data API does not expose.
create schema private;

-- Existing Supabase projects grant new objects in `public` to every API role. Every object of ours names its grants itself.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;
-- authenticated reads its own balance from there, through get_user_credits and row level security.
grant usage on schema private to authenticated, service_role;

-- Returns the time that counts: the database's, for all API servers. A server whose own clock is hours ahead would release what
-- others hold. Tests replace this function in their databases.
create function private.clock() returns timestamptz language sql stable set search_path = '' as $$
  select now()
$$;
revoke execute on function private.clock() from public;
grant execute on function private.clock() to service_role;

-- Refuses a user whose account was deleted. A deleted account keeps its row in auth.users, which its ledger leads to, and a token
-- that was issued before lives on for up to an hour: with it nothing of the user may be made anew. docs/delete-account.sql writes
-- the mark. PT401 is a 401 of the Data API, and of ours.
create function private.require_account(p_user_id uuid) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from auth.users where id = p_user_id and raw_app_meta_data::jsonb @> '{"deleted": true}') then
    raise exception 'This account was deleted. Nothing was charged. Sign in again to open a new one.' using errcode = 'PT401';
  end if;
end $$;
revoke execute on function private.require_account(uuid) from public;
