// The end of a run: a rush of new jobs, and then only sweeps. They must settle everything, and no good file may wait
// long.
import { grantCredits, readCreditSettings } from '../../harness/ledger/calls.ts'
import { send } from './connection.ts'
import { addJob, buildCreate } from './job-requests.ts'
import { Random } from './random.ts'
import type { Wire } from './task-plan.ts'
import { type Epoch, SWEEP_SECRET, type User, type World } from './world.ts'

type Count = (name: string, by?: number) => void

/**
 * The most sweeps until a good file is downloaded, whatever else is missing, late, broken, or slow. Only a longer queue
 * of files allows more.
 */
const SWEEPS = 3
/**
 * The fewest files that a sweep tries. Its budget is 100 MB, and each delivery that moved bytes counts as at least 10
 * MB.
 */
const FILES_PER_SWEEP = 9
/** The number of sweeps one minute apart, as scheduled. After them, time moves in steps past every deadline. */
const SWEEPS_AT_PACE = 10
const STEP_MINUTES = 11
/** The number of users whose jobs go to the careless provider. The other provider gets the rest. */
const CARELESS_JOBS = 17

/** Creates one more job for every user at the same time, without daily limits. */
export async function finishQuickly(world: World, epoch: Epoch, count: Count): Promise<void> {
  const { db, users, provider, outages, spending } = epoch
  await readCreditSettings(db.sql, { daily_credits_per_user: null, daily_credits_budget: null })
  Object.assign(spending, { perUser: null, budget: null })
  provider.isRush = true
  const random = new Random(epoch.seed, 'rush')
  const create = async (user: User, index: number) => {
    const key = `rush:${user.id}`
    const job = addJob(user, random, epoch, 'kling-1.6')
    await grantCredits(db.sql, user.id, job.price, key)
    user.grants.set(key, { asked: [job.price], sure: job.price })
    const answer = await send(world.servers.port(index) ?? 0, buildCreate(user, job), 'whole')
    count(`create in a rush: ${answer?.status}`)
  }
  const createAt = async (wire: Wire) => {
    const isCareless = wire === provider.careless
    await Promise.all((isCareless ? users.slice(0, CARELESS_JOBS) : users.slice(CARELESS_JOBS)).map(create))
  }
  // fal gets its jobs while Pollo, the preferred provider, is down.
  outages.begin('first provider')
  await world.killFirstProvider()
  await createAt('fal')
  await world.reviveFirstProvider()
  outages.end('first provider')
  await createAt('pollo')
}

/** Runs only sweeps, while time passes, until no job is open and no file is left to delete. */
export async function settleAll(world: World, epoch: Epoch, count: Count): Promise<void> {
  const { db, violations } = epoch
  const isOpen = async () => {
    const [row] = await db.sql<{ open: number }>(
      `select (select count(*) from private.credit_holds where state in ('open', 'started'))::int
         + (select count(*) from private.files_to_delete)::int as open`,
    )
    return (row?.open ?? 0) > 0
  }
  const goodFiles = new GoodFiles(epoch, count)
  for (let round = 0; round < 150 && violations.length === 0 && (await isOpen()); round += 1) {
    await world.moveTime(round < SWEEPS_AT_PACE ? 1 : STEP_MINUTES, { haveDied: true })
    await goodFiles.watch(async () => {
      const since = performance.now()
      const sweep = { method: 'POST', path: '/api/jobs/sweep', headers: { apikey: SWEEP_SECRET } }
      const answer = await send(world.servers.port(round) ?? 0, sweep, 'whole')
      count('sweeps at the end')
      if (answer?.status !== 200) violations.push(`a sweep at the end answered ${answer?.status} ${answer?.text}`)
      return `${Math.round(performance.now() - since)} ms, ${answer?.text}`
    })
  }
  if (violations.length === 0 && (await isOpen())) {
    violations.push('something is still open when every deadline has passed')
  }
}

interface OpenJob {
  id: string
  provider: string
  delivery_failures: number
  delivery_wait: number
}

/** Counts the sweeps that leave a good file at its provider. */
class GoodFiles {
  /** The sweeps since the file has been there, and how many of them may leave the file, by job ID. */
  readonly #sweeps = new Map<string, { begun: number; most: number }>()
  /** Each sweep adds how long it took and what it answered. */
  readonly #reports: string[] = []
  readonly #epoch: Epoch
  readonly #count: Count

  constructor(epoch: Epoch, count: Count) {
    this.#epoch = epoch
    this.#count = count
  }

  async watch(sweep: () => Promise<string>): Promise<void> {
    const { provider, violations } = this.#epoch
    const open = await this.#readOpen()
    const good = open.filter(({ id }) => provider.hasGoodFile(id))
    this.#reports.push(await sweep())
    const after = new Map((await this.#readOpen()).map((job) => [job.id, job]))
    for (const { id } of good) {
      const sweeps = this.#sweeps.get(id) ?? { begun: 0, most: Math.max(SWEEPS, open.length / FILES_PER_SWEEP) }
      sweeps.begun += 1
      this.#sweeps.set(id, sweeps)
      const left = after.get(id)
      if (!left) this.#count(`good files fetched in sweep ${sweeps.begun}`)
      else if (sweeps.begun >= sweeps.most) {
        const [row, task] = [JSON.stringify(left), JSON.stringify(provider.tasks.get(id))]
        violations.push(
          `job ${id}: ${sweeps.begun} sweeps left its good file: ${row}, the provider: ${task}, ${open.length} were open, the sweeps: ${this.#reports.join('; ')}`,
        )
      }
    }
  }

  /** Returns the open jobs that have a task. Without a task, the API can't know the file's URL. */
  #readOpen(): Promise<OpenJob[]> {
    return this.#epoch.db.sql<OpenJob>(
      `select h.job_id as id, t.provider, t.delivery_failures, private.delivery_wait(t) as delivery_wait
       from private.credit_holds h join private.provider_tasks t using (job_id)
       where h.state = 'started' and t.provider_task_id is not null`,
    )
  }
}
