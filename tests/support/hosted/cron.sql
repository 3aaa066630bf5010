-- The real pg_cron. A hosted project lets `postgres` switch it on; here a superuser must have done so.
create extension pg_cron with schema pg_catalog;
grant usage on schema cron to postgres;
grant all on all tables in schema cron to postgres;
