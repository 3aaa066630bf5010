// Answers of the library's functions: pages, titles and stars, deletion.
import { randomUUID } from 'node:crypto'
import { call, computeMinutesFromNow, settleJob, startJob } from '../../../harness/ledger/calls.ts'
import { as, type Probe, type Setting, same } from '../setting.ts'

type Page = { id: string; created_at: string; elapsed_seconds: number }[]

const EVERY_JOB = {
  open: false,
  after: null as Page[number] | null,
  limit: 10,
  search: null as string | null,
  model: null as string | null,
  failed: false,
  silent: null as string | null,
  starred: false,
  oldest: false,
  source: null as string | null,
}
type Asked = typeof EVERY_JOB

/** Returns a page. A list that fits into one page is the same from its other end, whose filters stand in a statement of their own. */
async function listJobs(setting: Setting, userId: string, over: Partial<Asked> = {}): Promise<Page> {
  const asked = { ...EVERY_JOB, ...over }
  const page = await readPage(setting, userId, asked)
  if (!asked.open && !asked.after && page.length < asked.limit) {
    const other = await readPage(setting, userId, { ...asked, oldest: !asked.oldest })
    same(ids(other).reverse(), ids(page))
  }
  return page
}

const readPage = ({ sql }: Setting, userId: string, asked: Asked) =>
  call<Page>(sql, 'public.list_jobs($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10, $11, $12)', [
    userId,
    asked.open,
    asked.after?.created_at ?? null,
    asked.after?.id ?? null,
    asked.limit,
    asked.search,
    asked.model,
    asked.failed,
    asked.silent === null ? null : `{${asked.silent}}`,
    asked.starred,
    asked.oldest,
    asked.source,
  ])
const ids = (page: Page) => page.map(({ id }) => id)

const deleteJob = ({ sql }: Setting, jobId: string, userId: string) =>
  call<{ outcome: string; files?: { bucket: string; path: string }[] }>(sql, 'public.delete_job($1, $2)', [
    jobId,
    userId,
  ])
const claimFiles = ({ sql }: Setting, minutesLater: number, limit = 10) =>
  call<{ bucket: string; path: string }[]>(
    sql,
    'public.claim_files_to_delete($1)',
    [limit],
    computeMinutesFromNow(minutesLater),
  )
const clearFile = ({ sql }: Setting, path: string, bucket: string, minutesLater = 0) =>
  call(sql, 'public.clear_deleted_files(array[$1], $2)', [path, bucket], computeMinutesFromNow(minutesLater))
const claimDelivery = ({ sql }: Setting, jobId: string) =>
  call<string | null>(sql, 'public.claim_delivery($1)', [jobId])
const listedFiles = async ({ sql }: Setting) =>
  (await sql<{ path: string }>('select path from private.files_to_delete order by path')).map(({ path }) => path)

/** The jobs of the setting began in one transaction, so at one time: moved apart, except for two. */
async function spread({ sql, jobs }: Setting) {
  await sql(`update public.jobs set created_at = '2026-11-01T10:00:00.000001Z' where id = $1`, [jobs.started])
  await sql(`update public.jobs set created_at = '2026-11-02T10:00:00Z' where id = any ($1::uuid[])`, [
    `{${jobs.captured},${jobs.released}}`,
  ])
}

/** Another person's job, and where its delivery stores. */
async function startAndClaim(s: Setting): Promise<string[]> {
  const jobId = randomUUID()
  await startJob(s.sql, { userId: s.stranger, jobId })
  return [(await claimDelivery(s, jobId)) ?? '']
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
  'a page of jobs from the oldest is the same list from its other end, and one of a source has no others': async (
    s,
  ) => {
    await spread(s)
    const all = [...(await listJobs(s, s.owner))].reverse()
    same(ids(await listJobs(s, s.owner, { oldest: true })), ids(all))
    same(ids(await listJobs(s, s.owner, { oldest: true, limit: 1 })), [s.jobs.started])
    for (const [place, job] of all.entries()) {
      same(ids(await listJobs(s, s.owner, { oldest: true, after: job })), ids(all).slice(place + 1))
    }
    await s.sql(`update public.jobs set prompt = 'A storm', model = 'veo-2', is_starred = true where id = $1`, [
      s.jobs.released,
    ])
    await s.sql(`update public.jobs set source_id = $1, source_use = 'frame' where id = $2`, [
      s.jobs.captured,
      s.jobs.released,
    ])
    const source = s.jobs.captured
    same(ids(await listJobs(s, s.owner, { source })), [s.jobs.released])
    same(await listJobs(s, s.owner, { source: s.jobs.started }), [])
    same(await listJobs(s, s.stranger, { source }), [])
    for (const filter of [{ search: 'storm' }, { model: 'veo-2' }, { failed: true }, { starred: true }, { source }]) {
      same(ids(await listJobs(s, s.owner, { oldest: true, ...filter })), [s.jobs.released])
    }
    await s.sql('update public.jobs set generate_audio = true where id = $1', [s.jobs.started])
    same(ids(await listJobs(s, s.owner, { oldest: true, silent: '' })).includes(s.jobs.released), false)
    same(await listJobs(s, s.stranger, { oldest: true }), [])
  },
  'a page of open jobs has no others': async (s) => {
    await spread(s)
    const [open] = await listJobs(s, s.owner, { open: true })
    same(open?.id, s.jobs.started)
    same(await listJobs(s, s.stranger, { open: true }), [])
    same(await listJobs(s, s.owner, { open: true, after: open ?? null }), [])
    same(await listJobs(s, s.owner, { open: true, limit: 0 }), [])
  },
  'a page of some jobs has no others': async (s) => {
    await spread(s)
    const { captured, released, started } = s.jobs
    await s.sql(`update public.jobs set prompt = 'Ein ÄPFEL-Baum, 100%_sicher', model = 'veo-2' where id = $1`, [
      captured,
    ])
    await s.sql(`update public.jobs set prompt = 'A storm', model = 'veo-3' where id <> $1`, [captured])
    const found = async (of: Parameters<typeof listJobs>[2]) => ids(await listJobs(s, s.owner, of)).sort()
    same(await found({ search: 'äpfel-b' }), [captured])
    same(await found({ search: '100%_S' }), [captured])
    for (const search of ['%', '_', '\\', 'storm%']) {
      same(await found({ search }), search === '%' || search === '_' ? [captured] : [])
    }
    same(await found({ model: 'veo-3' }), [released, started].sort())
    same(await found({ failed: true }), [released])
    same(await found({ search: 'a', model: 'veo-3', limit: 1 }), [released])
    same(await listJobs(s, s.stranger, { search: 'storm' }), [])
  },
  'a page of jobs with sound has none that were to be silent, whose model makes none, or that failed': async (s) => {
    const { captured, released, started } = s.jobs
    const found = async (of: Parameters<typeof listJobs>[2]) => ids(await listJobs(s, s.owner, of)).sort()
    await s.sql('update public.jobs set generate_audio = true, mode = $1', ['text'])
    await s.sql(`update private.provider_tasks set provider = 'other' where job_id = $1`, [released])
    same(await found({ silent: '' }), [captured, started].sort())
    same(await found({ silent: '', failed: true }), [released])
    await s.sql(`update public.jobs set model = 'veo-2' where id = $1`, [captured])
    const [task] = await s.sql<{ provider: string }>('select provider from private.provider_tasks where job_id = $1', [
      captured,
    ])
    same(await found({ silent: `${task?.provider}/veo-2/image,other/veo-2/text` }), [captured, started].sort())
    same(await found({ silent: `${task?.provider}/veo-2/text` }), [started])
    await s.sql('update public.jobs set generate_audio = false where id = $1', [started])
    same(await found({ silent: `${task?.provider}/veo-2/text` }), [])
  },
  'the seconds of a finished job have stopped': async (s) => {
    await s.sql(
      `update public.jobs set created_at = now() - interval '1 hour',
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
  'whether a job is queued is recorded while it is open': async (s) => {
    for (const jobId of [s.jobs.started, s.jobs.captured])
      await call(s.sql, 'public.record_queue_state($1, false)', [jobId])
    const queued = await s.sql('select id from public.jobs where user_id = $1 and not queued', [s.owner])
    same(queued, [{ id: s.jobs.started }])
  },
}

const labelJob = ({ sql, jobs }: Setting, userId: string, title: string | null, isStarred: boolean | null) =>
  call<unknown>(sql, 'public.label_job($1, $2, $3, $4)', [jobs.captured, userId, title, isStarred])
const labels = ({ sql }: Setting) =>
  sql(`select id, title, is_starred from public.jobs where title <> '' or is_starred`)

const LABELS: Record<string, Probe> = {
  'a title and a star are changed by the owner alone, each by itself, of one job': async (s) => {
    same([await labelJob(s, s.stranger, 'Mine', true), await labels(s)], [null, []])
    await labelJob(s, s.owner, 'Sunday', null)
    await labelJob(s, s.owner, null, true)
    same(await labels(s), [{ id: s.jobs.captured, title: 'Sunday', is_starred: true }])
  },
  'a page of jobs with a star has no others, and a search finds titles too': async (s) => {
    await labelJob(s, s.owner, 'Sunday', true)
    for (const of of [{ starred: true }, { search: 'sunday' }]) {
      same(ids(await listJobs(s, s.owner, of)), [s.jobs.captured])
    }
  },
  'a deleted job has no title and no star, and takes none': async (s) => {
    await labelJob(s, s.owner, 'Sunday', true)
    await deleteJob(s, s.jobs.captured, s.owner)
    same([await labelJob(s, s.owner, 'Again', true), await labels(s)], [null, []])
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
    const seen = await as(s, 'owner', () => s.sql('select id from public.jobs where id = $1', [s.jobs.captured]))
    same(seen, [])
  },
  'nothing of what the person wrote is left of a deleted job, and its request matches no other': async (s) => {
    await s.sql(`update public.jobs set prompt = 'a', negative_prompt = 'b', failure_message = 'c' where id = $1`, [
      s.jobs.released,
    ])
    await s.sql('delete from private.files_to_delete')
    await deleteJob(s, s.jobs.released, s.owner)
    const left = await s.sql(
      `select prompt, negative_prompt, failure_message, request_hash, status from public.jobs join private.provider_tasks on job_id = id where id = $1`,
      [s.jobs.released],
    )
    same(left, [{ prompt: '', negative_prompt: '', failure_message: null, request_hash: '', status: 'failed' }])
  },
  'the files of a deleted job are listed until they are gone': async (s) => {
    await s.sql(`update public.jobs set image_path = id || '.png' where user_id = $1`, [s.owner])
    await s.sql('delete from private.files_to_delete')
    const image = `${s.jobs.captured}.png`
    for (const _ of ['first', 'again']) {
      const { files } = await deleteJob(s, s.jobs.captured, s.owner)
      same(
        files?.map(({ bucket, path }) => [bucket, path]),
        [
          ['images', image],
          ['videos', 'a/b.mp4'],
        ],
      )
    }
    await deleteJob(s, s.jobs.released, s.owner)
    // It was deleted when it was deleted first.
    const early = `update public.jobs set deleted_at = now() - interval '1 hour' where id = $1 returning deleted_at`
    const deletedAt = await s.sql(early, [s.jobs.captured])
    await deleteJob(s, s.jobs.captured, s.owner)
    same(await s.sql('select deleted_at from public.jobs where id = $1', [s.jobs.captured]), deletedAt)
    await clearFile(s, image, 'videos')
    await clearFile(s, 'a/c.mp4', 'videos')
    same((await listedFiles(s)).length, 3)
    await clearFile(s, image, 'images')
    same(await listedFiles(s), ['a/b.mp4', `${s.jobs.released}.png`].sort())
  },
  'what a delivery stores is listed from its claim on, and only its own capture takes it off': async (s) => {
    await s.sql('delete from private.files_to_delete')
    const first = await claimDelivery(s, s.jobs.started)
    await s.sql('update private.provider_tasks set delivering_until = null')
    const second = await claimDelivery(s, s.jobs.started)
    same(await listedFiles(s), [first, second].sort())
    const other = [...(await startAndClaim(s))]
    // Those of an open job do not come up: either may yet be captured.
    same(await claimFiles(s, 60), [])
    const capture = (path: string | null) =>
      call(s.sql, 'public.settle_job($1, $2::jsonb, null, null)', [
        s.jobs.started,
        JSON.stringify({ path, duration_seconds: 5, bytes: 1000 }),
      ])
    await capture(second)
    await capture(first)
    same(await listedFiles(s), [first, ...other].sort())
    same([await claimFiles(s, 9), await claimFiles(s, 11)], [[], [{ bucket: 'videos', path: first }]])
    // It may still be written.
    await clearFile(s, first ?? '', 'videos', 9)
    same((await listedFiles(s)).length, 2)
    await clearFile(s, first ?? '', 'videos', 11)
    same(await listedFiles(s), other)
  },
  'a delivery of a deleted job stays listed beside its files': async (s) => {
    await s.sql('delete from private.files_to_delete')
    const path = await claimDelivery(s, s.jobs.started)
    await settleJob(s.sql, s.jobs.started, 'release')
    const deleted = await deleteJob(s, s.jobs.started, s.owner)
    same(deleted.files, [{ bucket: 'videos', path }])
  },
  'files come up when they are due, a batch at a time, and again after ten minutes': async (s) => {
    await s.sql('delete from private.files_to_delete')
    await s.sql(`update public.jobs set image_path = 'p.png' where user_id = $1`, [s.owner])
    await deleteJob(s, s.jobs.captured, s.owner)
    same(
      [(await claimFiles(s, 0, 1)).length, (await claimFiles(s, 0)).length, (await claimFiles(s, 9)).length],
      [1, 1, 0],
    )
    same((await claimFiles(s, 11)).length, 2)
  },
}

export const LIBRARY_PROBES: Record<string, Probe> = { ...JOBS, ...LABELS, ...DELETION }
