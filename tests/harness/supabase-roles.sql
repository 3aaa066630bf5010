-- Creates the roles of a hosted Supabase project.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator nologin noinherit;
create role postgres nologin createrole createdb bypassrls replication;
grant anon, authenticated, service_role to postgres, authenticator;
