-- For a server with PUBLIC_URL only: refuses a sign-in by an address that isn't admitted, or that Google hasn't verified. The whole
-- sign-in is one transaction, so it leaves no row. local/one-server/admission.ts writes the admitted addresses before each sign-in.
create schema if not exists one_server;
revoke all on schema one_server from public;
create table if not exists one_server.admitted (
  -- An address (`ada@example.com`), or a domain with all its addresses (`@example.com`). In lower case.
  entry text primary key
);

create or replace function one_server.refuse_others() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(coalesce(new.identity_data->>'email', ''));
begin
  if new.identity_data->>'email_verified' is distinct from 'true' or not exists (
    select from one_server.admitted where entry in (address, '@' || substring(address from '[^@]*$'))) then
    raise exception 'address not admitted' using errcode = 'SR403';
  end if;
  return new;
end $$;
drop trigger if exists identities_refuse_others on auth.identities;
create trigger identities_refuse_others before insert or update of identity_data on auth.identities
  for each row execute function one_server.refuse_others();
