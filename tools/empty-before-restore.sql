-- Empties the tables of a new project before a backup is loaded (docs/backup.md). Migrations insert rows into some tables, for
-- example prices, and the backup contains these rows too. If the project has users, the statement fails and changes nothing.
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
