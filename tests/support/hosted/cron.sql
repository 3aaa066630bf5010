-- Turns on the real pg_cron. In a hosted project, `postgres` can do this. Here, it takes a superuser.
create extension pg_cron with schema pg_catalog;
grant usage on schema cron to postgres;
grant all on all tables in schema cron to postgres;
