// What the functions of the library answer: pages, deletion, statement.
import { call } from '../ledger/calls.ts'
import { signUp } from '../ledger/people.ts'
import { as, type Probe, type Setting, same } from './setting.ts'

type Page = { id: string; created_at: string; elapsed_seconds: number }[]

const listJobs = (
  { sql }: Setting,
  userId: string,
  { open = false, after = null as Page[number] | null, limit = 10 } = {},
) =>
  call<Page>(sql, 'public.list_jobs($1, $2, $3, $4, $5)', [
    userId,
    open,
    after?.created_at ?? null,
    after?.id ?? null,
    limit,
  ])
const ids = (page: Page) => page.map(({ id }) => id)

const deleteJob = ({ sql }: Setting, jobId: string, userId: string) =>
  call<{ outcome: string; files?: { bucket: string; path: string }[] }>(sql, 'public.delete_job($1, $2, $3)', [
    jobId,
    userId,
    'late.mp4',
  ])
const takeFiles = ({ sql }: Setting, minutesLater: number, limit = 10) =>
  call<{ bucket: string; path: string }[]>(sql, 'public.take_files_to_delete($2, now() + make_interval(mins => $1))', [
    minutesLater,
    limit,
  ])
const forgetFiles = ({ sql }: Setting, jobId: string, bucket: string, minutesLater = 0) =>
  call(sql, 'public.forget_deleted_files(array[$1::uuid], $2, now() + make_interval(mins => $3))', [
    jobId,
    bucket,
    minutesLater,
  ])

/** The jobs of the setting began in one transaction, so at one time: moved apart, except for two. */
async function spread({ sql, jobs }: Setting) {
  await sql(`update public.generations set created_at = '2026-11-01T10:00:00.000001Z' where id = $1`, [jobs.started])
  await sql(`update public.generations set created_at = '2026-11-02T10:00:00Z' where id = any ($1::uuid[])`, [
    `{${jobs.captured},${jobs.released}}`,
  ])
}

const JOBS: Record<string, Probe> = {
  'a page of jobs is the person’s own, newest first, and starts where the last one ended': async (s) => {
    await spread(s)
    const both = [s.jobs.captured, s.jobs.released].sort().reverse()
    const all = await listJobs(s, s.owner)
    same(ids(all), [...both, s.jobs.started])
    same(all.map(({ created_at }) => created_at).slice(1), [
      '2026-11-02T10:00:00.000000Z',
      '2026-11-01T10:00:00.000001Z',
    ])
    same(ids(await listJobs(s, s.owner, { limit: 2 })), both)
    for (const [place, job] of all.entries()) {
      same(ids(await listJobs(s, s.owner, { after: job })), ids(all).slice(place + 1))
    }
    same(await listJobs(s, s.stranger), [])
  },
  'a page of open jobs has no others': async (s) => {
    await spread(s)
    const [open] = await listJobs(s, s.owner, { open: true })
    same(open?.id, s.jobs.started)
    same(await listJobs(s, s.stranger, { open: true }), [])
    same(await listJobs(s, s.owner, { open: true, after: open ?? null }), [])
    same(await listJobs(s, s.owner, { open: true, limit: 0 }), [])
  },
  'the seconds of a finished job have stopped': async (s) => {
    await s.sql(
      `update public.generations set created_at = now() - interval '1 hour',
         finished_at = case when finished_at is not null then now() - interval '59 minutes' end`,
    )
    const seconds = (await listJobs(s, s.owner)).map(({ id, elapsed_seconds }) => [
      id === s.jobs.started,
      elapsed_seconds,
    ])
    same(seconds.sort(), [
      [false, 60],
      [false, 60],
      [true, 3600],
    ])
  },
  'whether a job is queued is noted while it is open': async (s) => {
    for (const jobId of [s.jobs.started, s.jobs.captured]) await call(s.sql, 'public.note_queued($1, false)', [jobId])
    const queued = await s.sql('select id from public.generations where user_id = $1 and not queued', [s.owner])
    same(queued, [{ id: s.jobs.started }])
  },
}

const DELETION: Record<string, Probe> = {
  'a finished job is deleted by its owner alone, and an open one by nobody': async (s) => {
    same(await deleteJob(s, s.jobs.captured, s.stranger), { outcome: 'not_found' })
    same(await deleteJob(s, s.jobs.held, s.owner), { outcome: 'not_found' })
    same(await deleteJob(s, s.jobs.started, s.owner), { outcome: 'open' })
    same((await deleteJob(s, s.jobs.captured, s.owner)).outcome, 'deleted')
  },
  'a deleted job is in no page, no answer and no read of its owner': async (s) => {
    await deleteJob(s, s.jobs.captured, s.owner)
    same(ids(await listJobs(s, s.owner)).includes(s.jobs.captured), false)
    same(await call(s.sql, 'public.get_job($1, $2)', [s.jobs.captured, s.owner]), null)
    const seen = await as(s, 'owner', () => s.sql('select id from public.generations where id = $1', [s.jobs.captured]))
    same(seen, [])
  },
  'nothing of what the person wrote is left of a deleted job, and its request matches no other': async (s) => {
    await s.sql(
      `update public.generations set prompt = 'a', negative_prompt = 'b', failure_message = 'c' where id = $1`,
      [s.jobs.released],
    )
    await s.sql('delete from private.files_to_delete')
    await deleteJob(s, s.jobs.released, s.owner)
    const left = await s.sql(
      `select prompt, negative_prompt, failure_message, request_hash, status from public.generations join private.vendor_tasks on job_id = id where id = $1`,
      [s.jobs.released],
    )
    same(left, [{ prompt: '', negative_prompt: '', failure_message: null, request_hash: '', status: 'failed' }])
  },
  'the files of a deleted job are listed until they are gone, a video that may come late too': async (s) => {
    await s.sql(`update public.generations set picture_path = 'p.png' where user_id = $1`, [s.owner])
    await s.sql('delete from private.files_to_delete')
    for (const [jobId, video] of [
      [s.jobs.captured, 'a/b.mp4'],
      [s.jobs.released, 'late.mp4'],
    ] as const) {
      for (const _ of ['first', 'again']) {
        const { files } = await deleteJob(s, jobId, s.owner)
        same(
          files?.map(({ bucket, path }) => [bucket, path]),
          [
            ['pictures', 'p.png'],
            ['videos', video],
          ],
        )
      }
    }
    await forgetFiles(s, s.jobs.captured, 'pictures')
    same(
      (await deleteJob(s, s.jobs.captured, s.owner)).files?.map(({ bucket }) => bucket),
      ['videos'],
    )
    same((await deleteJob(s, s.jobs.released, s.owner)).files?.length, 2)
  },
  'a file is not forgotten while its delivery may be under way': async (s) => {
    await s.sql('delete from private.files_to_delete')
    await call(s.sql, 'public.claim_delivery($1, now())', [s.jobs.captured])
    await deleteJob(s, s.jobs.captured, s.owner)
    const left = async () => (await deleteJob(s, s.jobs.captured, s.owner)).files?.length
    await forgetFiles(s, s.jobs.captured, 'videos', 4)
    same(await left(), 1)
    await forgetFiles(s, s.jobs.captured, 'videos', 6)
    same(await left(), 0)
  },
  'files come up when they are due, a batch at a time, and again after ten minutes': async (s) => {
    await s.sql('delete from private.files_to_delete')
    await s.sql(`update public.generations set picture_path = 'p.png' where user_id = $1`, [s.owner])
    await deleteJob(s, s.jobs.captured, s.owner)
    same([(await takeFiles(s, 0, 1)).length, (await takeFiles(s, 0)).length, (await takeFiles(s, 9)).length], [1, 1, 0])
    same((await takeFiles(s, 11)).length, 2)
  },
}

interface Statement {
  has_more: boolean
  opening_balance: number
  closing_balance: number
  entries: { id: string; change: number; balance_after: number; kind: string }[]
}
const statement = ({ sql }: Setting, userId: string, before: string | null = null, limit = 100) =>
  call<Statement>(sql, 'public.list_credit_entries($1, $2, $3)', [userId, before, limit])

const STATEMENT: Record<string, Probe> = {
  'a statement lists every movement of its person, newest first, with the balance after it': async (s) => {
    const { entries, ...page } = await statement(s, s.owner)
    same(page, { has_more: false, opening_balance: 0, closing_balance: 940 })
    same(
      entries.map(({ kind, change, balance_after }) => `${kind} ${change} ${balance_after}`),
      [
        'release 20 940',
        'capture 0 920',
        'hold -20 920',
        'hold -20 940',
        'hold -20 960',
        'hold -20 980',
        'grant 1000 1000',
      ],
    )
  },
  'a page of the statement closes where the newer one opens': async (s) => {
    const first = await statement(s, s.owner, null, 3)
    same([first.closing_balance, first.opening_balance, first.has_more], [940, 940, true])
    const second = await statement(s, s.owner, first.entries.at(-1)?.id, 3)
    same([second.closing_balance, second.opening_balance, second.has_more], [940, 1000, true])
    const third = await statement(s, s.owner, second.entries.at(-1)?.id, 3)
    same([third.closing_balance, third.opening_balance, third.has_more], [1000, 0, false])
    same(
      third.entries.map(({ kind }) => kind),
      ['grant'],
    )
  },
  'a statement ends with its person’s first entry, whatever others did before': async (s) => {
    const { entries, has_more } = await statement(s, s.stranger)
    same([entries.length, has_more], [1, false])
  },
  'a newcomer’s statement is empty and at 0': async (s) => {
    const empty = { has_more: false, entries: [], opening_balance: 0, closing_balance: 0 }
    same(await statement(s, await signUp(s.sql)), empty)
  },
}

export const LIBRARY_PROBES: Record<string, Probe> = { ...JOBS, ...DELETION, ...STATEMENT }
