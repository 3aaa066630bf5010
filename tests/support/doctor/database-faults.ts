// Lists planted faults of the database and the storage, each with the check that must report it.
import { PROJECT } from './deployment.ts'
import { answers, type ExpectedFault, settings, sql } from './planted-fault.ts'

const bucket = (name: string, change: string, undo: string) =>
  sql(
    `update storage.buckets set ${change} where id = '${name}'`,
    `update storage.buckets set ${undo} where id = '${name}'`,
  )

const OF_STORAGE: ExpectedFault[] = [
  [
    'buckets',
    /videos doesn't limit files to 200 MB/,
    bucket('videos', 'file_size_limit = 1048576', 'file_size_limit = 209715200'),
  ],
  [
    'buckets',
    /images accepts files other than/,
    bucket(
      'images',
      'allowed_mime_types = null',
      `allowed_mime_types = array['image/jpeg', 'image/png', 'audio/mpeg', 'audio/wav']`,
    ),
  ],
  ['buckets', /SECRET_KEY is not a key of this project/, settings({ SUPABASE_SECRET_KEY: 'sb_secret_other' })],
  [
    'file size limit',
    /limits files to 50 MB/,
    answers((url) => url.pathname.endsWith('/config/storage'), 200, { fileSizeLimit: 52_428_800 }),
  ],
  ['file size limit', /HTTP 401/, settings({ SUPABASE_ACCESS_TOKEN: 'sbp_other_token' }), 'Data API'],
  ['Data API', /HTTP 404/, answers((url) => url.pathname.endsWith('/postgrest'), 404, { message: 'Not found' })],
]

const inVault = (name: string, wrong: string, right: string) =>
  sql(
    `update vault.secrets set secret = '${wrong}' where name = '${name}'`,
    `update vault.secrets set secret = '${right}' where name = '${name}'`,
  )

const OF_DATABASE: ExpectedFault[] = [
  [
    'migrations',
    /^The database has migration \d+, but not the older 20261127120300_create_ledger\.sql\. It has what they create\.$/,
    sql(
      `create temp table away as select * from supabase_migrations.schema_migrations where version like '20261127120300%';
       delete from supabase_migrations.schema_migrations where version in (select version from away)`,
      'insert into supabase_migrations.schema_migrations select * from away; drop table away',
    ),
  ],
  [
    'migrations',
    /^Migrations not applied: \d{14}_\w+\.sql\.$/,
    sql(
      `create temp table away as select * from supabase_migrations.schema_migrations order by version desc limit 1;
       delete from supabase_migrations.schema_migrations where version in (select version from away)`,
      'insert into supabase_migrations.schema_migrations select * from away; drop table away',
    ),
  ],
  [
    'migrations',
    /newer than this code: 20991231235959/,
    sql(
      `insert into supabase_migrations.schema_migrations (version) values ('20991231235959')`,
      `delete from supabase_migrations.schema_migrations where version = '20991231235959'`,
    ),
  ],
  [
    'database permissions',
    /Every signed-in user has execute on .*record_sweep/,
    sql(
      'grant execute on function public.record_sweep to authenticated',
      'revoke execute on function public.record_sweep from authenticated',
    ),
  ],
  [
    'credits and prices',
    /New jobs are paused/,
    sql('update private.credit_settings set new_jobs = false', 'update private.credit_settings set new_jobs = true'),
  ],
  [
    'credits and prices',
    /^The credit settings are missing/,
    sql('delete from private.credit_settings', 'insert into private.credit_settings default values'),
  ],
  ['sweep schedule', /not scheduled/, sql('update cron.job set active = false', 'update cron.job set active = true')],
  [
    'sweep schedule',
    /another address/,
    inVault('sweep_url', 'https://old.test', `${PROJECT}/functions/v1/api/api/jobs/sweep`),
  ],
  [
    'sweep schedule',
    /without pg_cron\./,
    sql('alter schema cron rename to cron_away', 'alter schema cron_away rename to cron'),
  ],
]

const USER = '5c1e0000-0000-4000-8000-0000000000aa'
const JOB = '5c1e0000-0000-4000-8000-0000000000bb'
const JOB_WITH_LOST_FILES = `insert into auth.users (id) values ('${USER}');
  insert into private.credit_holds (job_id, user_id, type, source, amount, state)
    values ('${JOB}', '${USER}', 'generation', 'test', 20, 'captured');
  insert into public.jobs (id, user_id, model, credits, mode, input_kind, length_seconds, aspect_ratio, seed, generate_audio,
      status, finished_at, video_path, poster_path, poster_width, poster_height, poster_bytes)
    values ('${JOB}', '${USER}', 'kling-1.6', 20, 'text', 'text', 5, '16:9', 1, false,
      'succeeded', now(), '${JOB}/lost.mp4', '${JOB}/kept.webp', 64, 36, 900);
  insert into private.files (id, user_id, sha256, path) values ('${JOB}', '${USER}', 'one', 'lost.png'), ('${USER}', '${USER}', 'two', 'unused.png');
  insert into private.job_files (job_id, position, role, file_id) values ('${JOB}', 0, 'first', '${JOB}');
  insert into storage.objects (bucket_id, name) values ('videos', '${JOB}/kept.webp')`
const REMOVE_JOB = `delete from private.job_files; delete from private.files; delete from public.jobs; delete from private.credit_holds;
  delete from auth.users where id = '${USER}'; delete from storage.objects where bucket_id = 'videos'`

const OF_STATE: ExpectedFault[] = [
  [
    'stored files',
    /^Storage lacks files that the database names: 1 in images \(lost\.png\), 1 in videos \(\S+bb\/lost\.mp4\)\.$/,
    sql(JOB_WITH_LOST_FILES, REMOVE_JOB),
  ],
  [
    'database permissions',
    /service_role is subject to row level security/,
    sql('alter role service_role nobypassrls', 'alter role service_role bypassrls'),
    'function',
    'buckets',
  ],
  [
    'database state',
    /^PostgreSQL 1\d has received no security fixes since 20/,
    { now: () => new Date('2032-01-01') },
    'clock',
    'user tokens',
  ],
  [
    'database state',
    /^The webhook refused these alerts: budget_spent\./,
    sql(
      // The alert has ended. The function would end one that has no cause.
      `insert into private.alerts values ('budget_spent', false, now(), true, 3, now() + interval '1 hour')
         on conflict (name) do update set is_announced = true, tries = 3, due_at = excluded.due_at`,
      'delete from private.alerts',
    ),
  ],
  [
    'exposed data',
    /^Anyone can read all of public\.notes\.$/,
    sql('create table public.notes (); grant select on public.notes to anon', 'drop table public.notes'),
  ],
  [
    'database state',
    /exposes the schema private/,
    sql(`alter role authenticator set pgrst.db_schemas = 'public,private'`, 'alter role authenticator reset all'),
  ],
]

export const DATABASE_FAULTS: ExpectedFault[] = [...OF_STORAGE, ...OF_DATABASE, ...OF_STATE]
