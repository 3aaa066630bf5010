// Rules that the records must follow after any run: within the ledger, and between each outcome and the provider's
// books.
import { readBooks } from '../ledger/books.ts'
import type { Provider } from './provider.ts'
import { findOverspending } from './spending.ts'
import type { Epoch, Job } from './world.ts'

interface Row {
  id: string
  user_id: string
  amount: number
  model: string
  state: 'open' | 'started' | 'captured' | 'released'
  outcomes: string[]
  status: string | null
  failure_code: string | null
  video_path: string | null
  video_bytes: number | null
  is_deleted: boolean
  has_task: boolean
  /** The seconds from the job's creation to its end. */
  seconds: number | null
}

/** The shortest time in seconds after which a job may end at its deadline. */
const DEADLINE_SECONDS = 3600

/**
 * How long the API waits for a missing file, in seconds. Two seconds are subtracted because clocks are read at
 * different moments.
 */
const PATIENCE_SECONDS = 5 * 60 - 2

const READ_JOBS = `
  select h.job_id as id, h.user_id, h.amount, h.source as model, h.state, g.status, g.failure_code, g.video_path,
    g.video_bytes::int as video_bytes, g.deleted_at is not null as is_deleted, v.provider_task_id is not null as has_task,
    extract(epoch from g.finished_at - g.created_at)::float8 as seconds,
    array(select kind from private.credit_entries e where e.job_id = h.job_id and kind in ('capture', 'release')) as outcomes
  from private.credit_holds h
  left join public.jobs g on g.id = h.job_id
  left join private.provider_tasks v on v.job_id = h.job_id`

/** Checks that ledger entries never change. */
export class EntriesWatch {
  #seen = { last: 0, sum: '' }

  async check({ db, violations }: Epoch): Promise<void> {
    const sums = (upto: string) =>
      `(select md5(coalesce(string_agg(e::text, ' ' order by id), '')) from private.credit_entries e where id <= ${upto})`
    const [row] = await db.sql<{ same: boolean; last: number; sum: string }>(
      `select ${sums('$1')} = $2 as same, last, ${sums('last')} as sum
       from (select coalesce(max(id), 0)::int as last from private.credit_entries) as newest`,
      [this.#seen.last, this.#seen.sum],
    )
    if (this.#seen.last > 0 && !row?.same) violations.push('ledger entries were changed')
    // An entry gets its number before its commit, so a smaller number may still follow. check() must run while nothing
    // writes to the ledger.
    this.#seen = { last: row?.last ?? 0, sum: row?.sum ?? '' }
  }
}

/** Checks that every user's books add up and that each job's records agree. May run at any time. */
export async function checkBooks({ db, users, violations, spending }: Epoch): Promise<void> {
  await readBooks(
    db.sql,
    users.map(({ id }) => id),
  ).catch((error: Error) => violations.push(error.message))
  const split = await db.sql<{ id: string; state: string; status: string }>(
    `select h.job_id as id, h.state, g.status from private.credit_holds h join public.jobs g on g.id = h.job_id
     where (g.status = 'succeeded') <> (h.state = 'captured') or (g.status = 'failed') <> (h.state = 'released')`,
  )
  violations.push(...(await findOverspending(db.sql, spending)))
  for (const { id, state, status } of split) violations.push(`job ${id} is ${status}, and its credits ${state}`)
  const learned = await db.sql<{ model: string; provider: string }>(
    `select d.model, d.provider from private.job_durations d where cardinality(d.seconds) > (
       select count(*) from public.jobs g join private.provider_tasks v on v.job_id = g.id
       where g.status = 'succeeded' and g.model = d.model and v.provider = d.provider and g.length_seconds = d.length_seconds)`,
  )
  for (const { model, provider } of learned)
    violations.push(`more durations of ${model} at ${provider} were learned than videos are finished`)
}

/** Counts of settled jobs by outcome, and of videos that only we pay for, by reason. */
export type Outcomes = Record<string, number>

/** Checks a settled run: every response was true, every charged user has a video, and no user has an unpaid one. */
export async function checkEnd(epoch: Epoch): Promise<Outcomes> {
  const { db, users, jobs, provider, storage, violations } = epoch
  const outcomes: Outcomes = {}
  const rows = await db.sql<Row>(READ_JOBS)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    const job = jobs.get(row.id)
    for (const fault of job ? getFaults(row, job, epoch) : ['nobody asked for it']) {
      violations.push(
        `job ${row.id}: ${fault}: ${JSON.stringify(row)}, the provider: ${JSON.stringify(provider.tasks.get(row.id))}`,
      )
    }
    count(outcomes, row.state === 'captured' ? 'captured' : `released: ${row.failure_code ?? 'never started'}`)
    const task = provider.tasks.get(row.id)
    if (task) count(outcomes, `created at ${task.wire}`)
    if (row.state === 'released' && provider.charges(row.id)) count(outcomes, `house loss: ${getReason(row, epoch)}`)
  }
  for (const job of jobs.values()) {
    if (job.isHeld && !byId.has(job.id)) violations.push(`job ${job.id}: its hold was acknowledged, and is not there`)
  }
  for (const id of provider.tasks.keys()) {
    if (byId.get(id)?.status === undefined)
      violations.push(`job ${id}: the provider was asked for it, and nothing was stored`)
  }
  const grants = await db.sql<{ user_id: string; key: string; amount: number }>(
    `select user_id, grant_key as key, amount from private.credit_entries where kind = 'grant'`,
  )
  for (const user of users) {
    const left = new Map(user.grants)
    for (const { key, amount } of grants.filter(({ user_id }) => user_id === user.id)) {
      const name = key.replace(`test:${user.id}:`, '')
      const known = left.get(name)
      left.delete(name)
      if (!known?.asked.includes(amount) || (known.sure ?? amount) !== amount) {
        violations.push(`user ${user.id}: grant ${key} of ${amount}, asked for: ${JSON.stringify(known)}`)
      }
    }
    const lost = [...left].filter(([, { sure }]) => sure !== null)
    if (lost.length > 0) violations.push(`user ${user.id}: acknowledged grants are not there: ${JSON.stringify(lost)}`)
  }
  outcomes['files of no paid job'] = [...storage.files.keys()].filter(
    (path) => path.startsWith('videos/') && !rows.some((row) => `videos/${row.video_path}` === path),
  ).length
  return outcomes
}

/** Returns whether the stored file is the whole generated file, followed by one box that names AI as its source. */
function isMarkedCopy(stored: Uint8Array, made: Buffer): boolean {
  const mark = Buffer.from(stored.subarray(made.byteLength))
  const isOne = mark.byteLength > 8 && mark.readUInt32BE(0) === mark.byteLength
  return made.equals(stored.subarray(0, made.byteLength)) && isOne && mark.includes('trainedAlgorithmicMedia')
}

function getFaults(row: Row, job: Job, { provider, storage }: Epoch): string[] {
  const task = provider.tasks.get(row.id)
  const faults = [
    row.user_id !== job.user.id && 'it is held for another user',
    row.amount !== job.price && 'it is held at another price',
    row.state !== 'captured' && row.state !== 'released' && 'it is still open',
    row.outcomes.length !== 1 && 'it has not one outcome',
    row.outcomes[0] !== (row.state === 'captured' ? 'capture' : 'release') && 'its hold and its entry differ',
    row.status !== null &&
      (row.status === 'succeeded') !== (row.state === 'captured') &&
      'its status and its credits differ',
    job.settlement && job.settlement !== row.state && `its user was told that it is ${job.settlement}`,
    job.isStopped && (row.state !== 'released' || provider.charges(row.id)) && 'its user was told that it was stopped',
    row.failure_code === 'deadline' && (row.seconds ?? 0) < DEADLINE_SECONDS && 'it ended before its deadline',
    task && row.status === null && 'the provider was asked for what was never stored',
  ]
  if (row.state === 'captured') {
    const file = storage.files.get(`videos/${row.video_path}`)
    faults.push(
      !provider.charges(row.id) && 'charged without a video',
      !row.is_deleted && !file && 'charged, and its file is not there',
      file && !isMarkedCopy(file.bytes, provider.file(row.id)) && 'its file is not the one that was made for it',
      file && row.video_bytes !== file.bytes.byteLength && 'its file has another size',
    )
  }
  if (row.state === 'released' && task) {
    const code = row.failure_code ?? ''
    faults.push(
      code === 'cancelled' && task.state !== 'canceled' && 'its stop was refunded, and the provider did not stop',
      code === 'provider_failed' && task.ending !== 'failure' && 'it failed, and not at the provider',
      code === 'broken_file' && task.ending !== 'broken file' && 'its file is not broken',
      (code === 'no_url' || code === 'missing_file') &&
        getMissingSeconds(row, provider) < PATIENCE_SECONDS &&
        'its file was not waited for',
      [
        'content_refused',
        'provider_rejected',
        'provider_busy',
        'provider_unavailable',
        'no_task_id',
        'storage_unavailable',
      ].includes(code) && 'the provider made it, and said that it does not',
    )
  }
  const left = row.is_deleted && [...storage.files.keys()].some((path) => path.includes(row.id))
  return [...faults, left && 'deleted, and a file is left'].filter((fault) => typeof fault === 'string')
}

/** Returns how many seconds the file was known to be missing when the job ended. */
function getMissingSeconds({ id, seconds }: Row, { tasks, missingSince }: Provider): number {
  const [task, since] = [tasks.get(id), missingSince.get(id)]
  return task && since ? (task.createdAt - since) / 1000 + (seconds ?? 0) : 0
}

/** Returns why the provider charges us for a video that its user doesn't pay for. */
function getReason(row: Row, { provider }: Epoch): string {
  const task = provider.tasks.get(row.id)
  if (row.failure_code !== 'deadline') return row.failure_code ?? 'never started'
  if (!row.has_task) return 'the answer to its create was lost'
  return task && task.endsAt - task.startsAt > 45 * 60_000 ? 'it came late' : 'nobody could check in time'
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
