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
