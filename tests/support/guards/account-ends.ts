// Answers of an account: what it is, what is exported of it, and its deletion.
import { randomUUID } from 'node:crypto'
import { call, settleJob, startJob } from '../../harness/ledger/calls.ts'
import { linkGoogle } from '../../harness/ledger/people.ts'
import { attempt, buildRefusal } from '../../harness/sql.ts'
import { type Probe, type Setting, same } from './setting.ts'

const remove = ({ sql }: Setting, userId: string, email = `${userId}@example.com`) =>
  call<{ outcome: string; open?: number }>(sql, 'public.delete_account($1, $2)', [userId, email])
const erase = ({ sql }: Setting, limit: number) => call<boolean>(sql, 'public.erase_account($1)', [limit])

async function count({ sql }: Setting, table: string, condition = 'true', parameters: unknown[] = []): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `select count(*)::int as count from ${table} where ${condition}`,
    parameters,
  )
  return row?.count ?? 0
}

const addSession = (
  { sql }: Setting,
  userId: string,
  { started = 60, used = null, ends = null }: { started?: number; used?: number | null; ends?: number | null } = {},
) =>
  sql<{ id: string }>(
    `insert into auth.sessions (id, user_id, created_at, refreshed_at, not_after, user_agent)
     values ($1, $2, now() - make_interval(mins => $3), (now() - make_interval(mins => $4)) at time zone 'utc',
       now() + make_interval(mins => $5), 'Firefox') returning id`,
    [randomUUID(), userId, started, used, ends],
  ).then(([row]) => row?.id ?? '')

/** A second record within a minute is dropped: each is moved back before the next. */
async function addSignIn({ sql }: Setting, userId: string, minutesAgo: number): Promise<string> {
  const [row] = await sql<{ id: string }>('insert into public.login_logs (user_id) values ($1) returning id', [userId])
  await sql('update public.login_logs set login_time = now() - make_interval(mins => $2) where id = $1', [
    row?.id,
    minutesAgo,
  ])
  return row?.id ?? ''
}

const addImage = ({ sql }: Setting, userId: string, isGoing = false) =>
  sql<{ id: string }>(
    `insert into private.images (user_id, sha256, path, deleting_at)
     values ($1, gen_random_uuid()::text, gen_random_uuid()::text, case when $2::boolean then now() end) returning id`,
    [userId, isGoing],
  ).then(([row]) => row?.id ?? '')

/** A finished job. */
async function addJob({ sql }: Setting, userId: string, outcome: 'capture' | 'release' = 'release') {
  const jobId = randomUUID()
  await startJob(sql, { userId, jobId })
  await settleJob(sql, jobId, outcome)
  return jobId
}

/** A profile, a sign-in, a session, an identity, and a key. */
async function addEverything(setting: Setting, userId: string) {
  const { sql } = setting
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Bob') on conflict (id) do nothing`, [userId])
  await addSignIn(setting, userId, 5)
  await addSession(setting, userId)
  await linkGoogle(sql, userId, randomUUID())
  await call(sql, `public.create_key($1, $2, 'Laptop', 'abcd', 'read', 50, 30, 20)`, [userId, randomUUID()])
}
const PERSONAL: [table: string, column: string][] = [
  ['public.users', 'id'],
  ['public.login_logs', 'user_id'],
  ['auth.sessions', 'user_id'],
  ['auth.identities', 'user_id'],
  ['private.api_keys', 'user_id'],
]
async function countPersonal(setting: Setting, userId: string): Promise<number[]> {
  const counts: number[] = []
  for (const [table, column] of PERSONAL) counts.push(await count(setting, table, `${column} = $1`, [userId]))
  return counts
}

const ENDS: Record<string, Probe> = {
  'an account is deleted for its own email alone, in any case': async (s) => {
    same(await remove(s, s.stranger, `${s.owner}@example.com`), { outcome: 'wrong_email' })
    same(await remove(s, randomUUID(), ''), { outcome: 'wrong_email' })
    same(await remove(s, s.stranger, ` ${s.stranger}@EXAMPLE.com `), { outcome: 'deleted' })
  },
  'an account that is deleted already is not said to have another email': async (s) => {
    await remove(s, s.stranger)
    same((await buildRefusal(attempt(s.sql, () => remove(s, s.stranger))))?.code, 'PT401')
  },
  'files that a job of a deleted account had before go at once, and those of other jobs when they are due': async (
    s,
  ) => {
    await s.sql('delete from private.account_deletions')
    const job = await addJob(s, s.stranger)
    const list = (jobId: string, path: string) =>
      s.sql(
        `insert into private.files_to_delete (job_id, bucket, path, due_at) values ($1, 'videos', $2, now() + interval '2 hours')`,
        [jobId, path],
      )
    await list(job, 'a/before-it-was-shared.mp4')
    await list(s.jobs.captured, 'b/before-it-was-shared.mp4')
    await remove(s, s.stranger)
    await erase(s, 10)
    const claimed = await call<{ path: string }[]>(s.sql, 'public.claim_files_to_delete(10)', [])
    same(
      claimed.map(({ path }) => path),
      ['a/before-it-was-shared.mp4'],
    )
  },
  'an account with open jobs or holds is not deleted, and one whose jobs have ended is': async (s) => {
    await s.sql('delete from private.account_deletions')
    // One is held, one is started.
    same(await remove(s, s.owner), { outcome: 'open', open: 2 })
    same(await count(s, 'private.account_deletions'), 0)
    for (const jobId of [s.jobs.held, s.jobs.started]) {
      await s.sql(`select private.settle_hold($1, 'release')`, [jobId])
    }
    same(await remove(s, s.owner), { outcome: 'deleted' })
  },
  'a deletion takes what is personal of its user and of nobody else, and leaves the ledger': async (s) => {
    await addEverything(s, s.stranger)
    await addEverything(s, s.owner)
    const others = await countPersonal(s, s.owner)
    const entries = await count(s, 'private.credit_entries')
    same(await remove(s, s.stranger), { outcome: 'deleted' })
    same(await countPersonal(s, s.stranger), [0, 0, 0, 0, 0])
    same(await countPersonal(s, s.owner), others)
    same(await count(s, 'private.credit_entries'), entries)
    const [user] = await s.sql<{ email: string; marks: unknown; names: unknown }>(
      `select email, raw_app_meta_data::jsonb as marks, raw_user_meta_data::jsonb as names from auth.users where id = $1`,
      [s.stranger],
    )
    same(user, { email: `${s.stranger}@deleted.invalid`, marks: { deleted: true }, names: {} })
    const listed = await s.sql('select email from private.account_deletions where user_id = $1', [s.stranger])
    same(listed, [{ email: `${s.stranger}@example.com` }])
  },
  'what is left of a deleted account goes in parts: its jobs, then its images, then its deletion is complete': async (
    s,
  ) => {
    await s.sql('delete from private.account_deletions')
    for (const outcome of ['capture', 'release'] as const) await addJob(s, s.stranger, outcome)
    await addImage(s, s.stranger)
    const going = await addImage(s, s.stranger, true)
    const others = await count(s, 'public.jobs', 'user_id = $1 and deleted_at is null', [s.owner])
    await remove(s, s.stranger)
    const left = () => count(s, 'public.jobs', 'user_id = $1 and deleted_at is null', [s.stranger])
    const due = () => s.sql<{ id: string }>(`select id from private.images where used_at = '-infinity'`)
    same([await erase(s, 1), await left()], [true, 1])
    same([await erase(s, 1), await left(), (await due()).length], [true, 0, 0])
    same([await erase(s, 1), (await due()).length, await erase(s, 1)], [true, 1, false])
    same(await count(s, 'private.images', `id = $1 and used_at > '-infinity'`, [going]), 1)
    same(await count(s, 'public.jobs', 'user_id = $1 and deleted_at is null', [s.owner]), others)
  },
  'the sign-in service’s records of a deleted account go a page at a time, and no others': async (s) => {
    await s.sql('delete from private.account_deletions')
    await s.sql('delete from auth.audit_log_entries')
    const email = `${s.stranger}@example.com`
    const payloads = [
      ...Array.from({ length: 99 }, () => ({ actor_username: 'somebody@example.com' })),
      { actor_id: s.stranger },
      { actor_username: email },
      { actor_username: `x${email}`.replace(s.stranger, 'ada') },
    ]
    for (const [index, payload] of payloads.entries()) {
      const id = `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      await s.sql('insert into auth.audit_log_entries (id, payload) values ($1, $2)', [id, JSON.stringify(payload)])
    }
    await remove(s, s.stranger)
    await s.sql(
      `update auth.audit_log_entries set payload = '{"actor_username": "old@example.com"}' where payload::text like $1`,
      [`%"${email}"%`],
    )
    await s.sql(`update private.account_deletions set email = 'old@example.com' where user_id = $1`, [s.stranger])
    const found = () => count(s, 'auth.audit_log_entries')
    same([await erase(s, 1), await found()], [true, 101])
    same([await erase(s, 1), await found(), await erase(s, 1)], [true, 100, false])
  },
}

interface Account {
  email: string
  name: string
  available: number
  videos: number
  images: number
  sessions: { id: string; user_agent: string; started_at: string; used_at: string }[]
}
const readAccount = ({ sql }: Setting, userId: string) => call<Account>(sql, 'public.get_account($1)', [userId])
const listSignIns = ({ sql, stranger }: Setting, before: string | null, limit = 10) =>
  call<{ id: string }[]>(sql, 'public.list_own_sign_ins($1, $2, $3)', [stranger, before, limit])
const listImages = ({ sql, stranger }: Setting, after: string | null, limit = 10) =>
  call<{ id: string; path: string }[]>(sql, 'public.list_own_images($1, $2, $3)', [stranger, after, limit])
const getIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const READS: Record<string, Probe> = {
  'an account answers its sessions that have not ended, the latest used first, and nobody else’s': async (s) => {
    const renewed = await addSession(s, s.stranger, { started: 90, used: 1, ends: 5 })
    const fresh = await addSession(s, s.stranger, { started: 10 })
    await addSession(s, s.stranger, { ends: -5 })
    await addSession(s, s.owner)
    const { sessions, ...account } = await readAccount(s, s.stranger)
    same(getIds(sessions), [renewed, fresh])
    same(sessions[0]?.user_agent, 'Firefox')
    same(Date.parse(sessions[0]?.used_at ?? '') - Date.parse(sessions[0]?.started_at ?? ''), 89 * 60_000)
    same(sessions[1]?.used_at, sessions[1]?.started_at)
    const { created_at: _, ...plain } = account as Account & { created_at: string }
    same(plain, { email: `${s.stranger}@example.com`, name: '', available: 50, videos: 0, images: 0 })
    same(await readAccount(s, randomUUID()), null)
  },
  'an account counts its own videos and images, without those that are being deleted': async (s) => {
    const job = await addJob(s, s.stranger, 'capture')
    await addJob(s, s.stranger)
    await s.sql(`update public.jobs set image_path = 'a.jpg' where id = $1`, [job])
    await addImage(s, s.stranger)
    await addImage(s, s.stranger, true)
    await addImage(s, s.owner)
    const { videos, images, available, name } = await readAccount(s, s.stranger)
    same([videos, images, available, name], [1, 2, 30, ''])
    same((await readAccount(s, s.owner)).name, 'Ada')
  },
  'sign-ins are listed newest first, page by page, and nobody else’s': async (s) => {
    const [old, middle] = [await addSignIn(s, s.stranger, 30), await addSignIn(s, s.stranger, 20)]
    const newest = await addSignIn(s, s.stranger, 10)
    const rows = await listSignIns(s, null)
    same(getIds(rows), [newest, middle, old])
    same('user_id' in (rows[0] ?? {}), false)
    same(getIds(await listSignIns(s, null, 2)), [newest, middle])
    same(getIds(await listSignIns(s, middle)), [old])
  },
  'images are listed page by page, without those that are being deleted, and nobody else’s': async (s) => {
    const own = [await addImage(s, s.stranger), await addImage(s, s.stranger)].sort()
    await addImage(s, s.stranger, true)
    await addImage(s, s.owner)
    same(getIds(await listImages(s, null)), own)
    same(getIds(await listImages(s, null, 1)), own.slice(0, 1))
    same(getIds(await listImages(s, own[0] ?? '')), own.slice(1))
  },
}

export const ACCOUNT_END_PROBES: Record<string, Probe> = { ...ENDS, ...READS }
