// Ten more faults of an operator's bad day. They were written down without a look at the doctor's checks, before any was tried.
import { type Plant, SITE } from './deployment.ts'
import type { Fault } from './faults.ts'
import { headers } from './plant.ts'

const sql = (statement: string): Plant => ({ sql: [statement, 'select 1'] })
const onSite = (url: URL) => url.origin === SITE

export const MORE_FAULTS: Fault[] = [
  {
    name: 'the daily budget was left at a value for a test',
    plant: sql('update private.credit_settings set daily_credits_budget = 1'),
    says: /daily budget/i,
  },
  {
    name: 'the Data API shows the private schema',
    plant: sql(`create role authenticator; alter role authenticator set pgrst.db_schemas = 'public, private'`),
    says: /schema.*private|private.*schema/i,
  },
  {
    name: 'a column has lost its default',
    plant: sql('alter table public.jobs alter column created_at drop default'),
    says: /created_at/,
  },
  {
    name: 'a restore by hand left the numbering of the ledger behind its rows',
    plant: sql(`
      select private.grant_credits(id, 5, 'correction', 'test', 'by hand ' || n, '') from auth.users, generate_series(1, 3) n;
      alter table private.credit_entries alter column id restart with 1`),
    says: /credit_entries/,
  },
  {
    name: 'a tutorial left a trigger that refuses new users',
    plant: sql(`
      create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as
        $$ begin insert into public.profiles (id) values (new.id); return new; end $$;
      create trigger on_auth_user_created after insert on auth.users for each row execute function public.handle_new_user()`),
    says: /trigger on_auth_user_created/,
  },
  {
    name: 'anonymous sign-ins are on',
    plant: { auth: { external: { google: true, anonymous_users: true } } },
    says: /anonymous/,
  },
  {
    name: 'the database is read-only, because its disk is full',
    plant: sql(`
      do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$;
      set default_transaction_read_only = on`),
    says: /read-only/i,
  },
  {
    name: 'pg_net was switched off',
    plant: sql('drop schema net'),
    says: /pg_net/,
  },
  {
    name: 'the host lets browsers keep the pages for a year',
    plant: headers(
      (url) => onSite(url) && !url.pathname.startsWith('/assets/'),
      (all) => all.set('cache-control', 'public, max-age=31536000, immutable'),
    ),
    says: /Cache-Control/i,
  },
  {
    name: 'the host sends scripts as plain text',
    plant: headers(
      (url) => onSite(url) && url.pathname.endsWith('.js'),
      (all) => all.set('content-type', 'text/plain'),
    ),
    says: /text\/plain|content-type/i,
  },
]
