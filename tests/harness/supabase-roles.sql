-- Creates the roles of a hosted Supabase project.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role postgres nologin createrole createdb bypassrls;
grant anon, authenticated, service_role to postgres;
