// The end of a run: a rush of new jobs, then nobody is there but the sweep. It settles everything, and no good file waits for long.
import { grantCredits, readCreditSettings } from '../../harness/ledger/calls.ts'
import { send } from './connection.ts'
import { addJob, buildCreate } from './job-requests.ts'
import { Random } from './random.ts'
import type { Wire } from './task-plan.ts'
import { type Epoch, SWEEP_SECRET, type User, type World } from './world.ts'

type Count = (name: string, by?: number) => void

/** A good file is fetched within so many sweeps, whatever else is missing, late, broken, or slow; more only where more files wait. */
const SWEEPS = 3
/** Files that a sweep tries, at least: its budget is 100 MB, and a file that moved at all counts as 10 MB. */
const FILES_PER_SWEEP = 9
/** Sweeps at the pace of the scheduler, one a minute. After them, time moves in steps past every deadline. */
const SWEEPS_AT_PACE = 10
const STEP_MINUTES = 11
/** Users whose jobs the careless provider gets; the other one gets those of the rest. */
const CARELESS_JOBS = 17

/** Every user creates one more job at the same time. Limits of a day are over. */
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
  // The second provider gets jobs while the first one is away.
  outages.begin('first provider')
  await world.killFirstProvider()
  await createAt('fal')
  await world.reviveFirstProvider()
  outages.end('first provider')
  await createAt('pollo')
}

/** Lets time pass with sweeps alone until nothing is open and nothing is left to delete. */
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
      const sweep = { method: 'POST', path: '/api/jobs/sweep', headers: { apikey: SWEEP_SECRET } }
      const answer = await send(world.servers.port(round) ?? 0, sweep, 'whole')
      count('sweeps at the end')
      if (answer?.status !== 200) violations.push(`a sweep at the end answered ${answer?.status} ${answer?.text}`)
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
  /** The number of sweeps that began while the file was there, and how many may leave it, by job id. */
  readonly #sweeps = new Map<string, { begun: number; most: number }>()
  readonly #epoch: Epoch
  readonly #count: Count

  constructor(epoch: Epoch, count: Count) {
    this.#epoch = epoch
    this.#count = count
  }

  async watch(sweep: () => Promise<void>): Promise<void> {
    const { provider, violations } = this.#epoch
    const open = await this.#readOpen()
    const good = open.filter(({ id }) => provider.hasGoodFile(id))
    await sweep()
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
          `job ${id}: ${sweeps.begun} sweeps left its good file: ${row}, the provider: ${task}, ${open.length} were open`,
        )
      }
    }
  }

  /** Returns the jobs that have a task. Without one, nobody knows where the file is. */
  #readOpen(): Promise<OpenJob[]> {
    return this.#epoch.db.sql<OpenJob>(
      `select h.job_id as id, t.provider, t.delivery_failures, private.delivery_wait(t) as delivery_wait
       from private.credit_holds h join private.provider_tasks t using (job_id)
       where h.state = 'started' and t.provider_task_id is not null`,
    )
  }
}
