-- Empties the tables of a project that was just deployed, for the backup that is loaded next (docs/backup.md). Migrations put
-- rows into some, prices for example, and the backup has them all. Where somebody has signed in already it does nothing.
do $$
begin
  if exists (select 1 from auth.users) then
    raise exception 'This project has users: a backup is loaded into a new project alone.';
  end if;
  set local session_replication_role = replica;
  execute (
    select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_tables where schemaname in ('public', 'private'));
end $$;
