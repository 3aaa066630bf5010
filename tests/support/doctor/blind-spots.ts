// Lists faults in the database that have a statement as their mend. They are planted on the embedded engine, and on
// PostgreSQL with the rights of a hosted project.

/** A fault: its name, the doctor's words for it, and the statements that cause it. */
export type BlindSpot = [name: string, says: RegExp, statements: string]

export const BLIND_SPOTS: BlindSpot[] = [
  [
    'an account and its copy were edited by hand',
    /^Balances of these users differ from their transactions: .*000000000001/,
    `insert into auth.users (id) values ('5c1e0000-0000-4000-8000-000000000001');
     select private.grant_credits('5c1e0000-0000-4000-8000-000000000001', 7, 'correction', 'test', 'blind spot', '');
     update private.credit_accounts set available = 900 where user_id = '5c1e0000-0000-4000-8000-000000000001'`,
  ],
  [
    'an account was deleted by hand',
    /^Balances of these users differ from their transactions: .*000000000002/,
    `insert into auth.users (id) values ('5c1e0000-0000-4000-8000-000000000002');
     select private.grant_credits('5c1e0000-0000-4000-8000-000000000002', 7, 'correction', 'test', 'blind spot 2', '');
     delete from private.credit_accounts where user_id = '5c1e0000-0000-4000-8000-000000000002'`,
  ],
  [
    'a third bucket is public',
    /bucket it's is public/,
    `insert into storage.buckets (id, name, public) values ('it''s', 'it''s', true)`,
  ],
  [
    'a table without row level security is granted to visitors',
    /Anyone can read all of public\.backup_of_users\./,
    'create table public.backup_of_users as select * from public.users; grant select on public.backup_of_users to anon',
  ],
  [
    'a policy shows all rows of a table',
    /Anyone can read all of public\.comments\./,
    `create table public.comments (note text); alter table public.comments enable row level security;
     grant select (note) on public.comments to anon;
     create policy everybody on public.comments for select using (true)`,
  ],
  [
    'a materialized view is granted to everybody',
    /Anyone can read all of public\.totals\./,
    'create materialized view public.totals as select 1 as one; grant select on public.totals to public',
  ],
  [
    'a view bypasses row level security',
    /Anyone can read all of public\."Open Jobs"\./,
    'create view public."Open Jobs" as select id from public.jobs; grant select on public."Open Jobs" to anon',
  ],
  [
    'a function reads the users with the rights of its owner',
    /Anyone can call public\.list_emails\(\), which runs with the rights of its owner/,
    `create function public.list_emails() returns setof text language sql security definer as 'select email from public.users';
     grant execute on function public.list_emails() to public`,
  ],
  [
    'new tables and sequences are open to visitors',
    /New tables are open to anon, authenticated \(default privileges\)/,
    'alter default privileges in schema public grant all on tables to anon, authenticated',
  ],
  [
    'new functions are open to everybody',
    /New functions are open to public \(default privileges\)/,
    'alter default privileges grant execute on functions to public',
  ],
  [
    "the server's statements get too little time",
    /^Statements of service_role end after 50ms/,
    `alter role service_role set statement_timeout = '50ms'`,
  ],
  [
    'the Data API calls a function that was dropped before each request',
    /^The Data API calls public\.check_rate before each request, which doesn't exist/,
    `alter role authenticator set pgrst.db_pre_request = 'public.check_rate'`,
  ],
  [
    'a trigger refuses users by raising an error',
    /trigger only_colleagues on auth\.users can raise an error/,
    `create function public.only_colleagues() returns trigger language plpgsql as $$ begin
       -- A comment with raise exception is none.
       raise notice 'a user';
       if new.email not like '%@studio.test' then raise exception 'no'; end if;
       return new;
     end $$;
     revoke execute on function public.only_colleagues() from public;
     create trigger only_colleagues before insert on auth.users for each row execute function public.only_colleagues()`,
  ],
]

/** Drops the objects that the faults created, which the mends only close. */
export const DROP_OBJECTS = `
  drop view if exists public."Open Jobs", public.people; drop materialized view if exists public.totals;
  drop table if exists public.backup_of_users, public.comments;
  drop trigger if exists only_colleagues on auth.users;
  drop function if exists public.only_colleagues, public.list_emails;
  delete from storage.buckets where id = 'it''s'`
