// Runs one step: a number of open jobs, a time to settle, and a window in which everything is counted.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Crowd } from './crowd.ts'
import { COLLECTOR } from './databases.ts'
import { getQuantiles, MEAN_SECONDS } from './job-script.ts'
import { countConnections, type FunctionUse, readFunctions, readMachineMs, subtractFunctions } from './measure.ts'
import type { Task } from './messages.ts'
import type { BenchVisitor } from './pages.ts'
import { SWEEP_SECRET, type World } from './world.ts'

/** The interval of the sweep. pg_cron runs it once a minute, but a short window needs more sweeps. */
const SWEEP_MS = 15_000
const PROBE_MS = 500
const LIST_MS = 1000

export interface StepTimes {
  open: number
  settleMs: number
  windowMs: number
}

type Quantiles = ReturnType<typeof getQuantiles>

export interface Step {
  /** The mean number of open jobs in the window. */
  open: number
  /** The start and end of the window, in milliseconds since the epoch. */
  from: number
  to: number
  /**
   * Response times in milliseconds. `status` is for short polls. `overWait` is the time beyond the seconds that a long
   * poll asked for.
   */
  latency: { status: Quantiles; overWait: Quantiles; create: Quantiles; hold: Quantiles; list: Quantiles }
  /** CPU time in milliseconds per second. */
  cpu: { api: number; database: number; machine: number }
  /** Rates per second. */
  rates: Record<'pageCalls' | 'polls' | 'databaseCalls' | 'checks' | 'creates' | 'webhooks', number>
  /** Kilobytes per second, to pages and from the Data API. */
  egress: { pages: number; dataApi: number }
  /** `busy` is the mean number of running statements, as if each had its own connection. */
  connections: { open: number; busy: number; waiting: number }
  provider: { busiestSecond: number; refused: number }
  /** The number of provider calls for one job, from its create request to its end. */
  callsPerJob: Record<Task['kind'], number>
  sweep: { backlog: number; longestMs: number; checked: number }
  rssMb: number
  isolates: { boots: number; killed: number }
  broken: number
  refused: Record<string, number>
  said: Record<string, number>
  functions: FunctionUse[]
  databaseCalls: Record<string, number>
}

export async function runStep(
  world: World,
  crowd: Crowd,
  readDatabaseMs: () => number,
  { open, settleMs, windowMs }: StepTimes,
): Promise<Step> {
  const { isolates, database } = world
  await crowd.grow(open, windowMs)
  await sleep(settleMs)
  const before = await readAll(world, readDatabaseMs)
  crowd.takeSeen()
  const window = AbortSignal.timeout(windowMs)
  const statuses: number[] = []
  const lists: number[] = []
  const opens: number[] = []
  const connections: number[] = []
  const rss: number[] = []
  const sweeps: { ms: number; checked: number; backlog: number }[] = []
  const collector = await crowd.signIn(COLLECTOR)
  // Only the server's superuser sees other users' connections.
  const observer = await database.connect('none')
  const { polled, webhook } = crowd.probes
  const time = async (person: BenchVisitor, path: string) => {
    const began = performance.now()
    await crowd.pages.call(person, { method: 'GET', path })
    return performance.now() - began
  }
  let killed = 0
  const kill = sleep(windowMs / 2).then(async () => {
    killed = await isolates.kill()
  })
  const probing = [polled, webhook].map(({ person, jobId }, place) =>
    repeat(window, PROBE_MS * 2, place * PROBE_MS, async () => {
      statuses.push(await time(person, `/generation/${jobId}/status`))
    }),
  )
  const listing = repeat(window, LIST_MS, 0, async () => {
    lists.push(await time(collector, '/api/jobs?limit=12'))
  })
  const sampling = repeat(window, 1000, 0, async () => {
    opens.push(crowd.countOpen())
    connections.push(await countConnections(observer.sql))
    rss.push(...(await isolates.readUsage()).rssMb)
  })
  const sweeping = repeat(window, SWEEP_MS, SWEEP_MS / 2, async () => {
    const [health] = await database.sql<{ health: { backlog: number } }>('select public.sweep_health() as health')
    const began = performance.now()
    const answer = await isolates
      .send({ method: 'POST', path: '/api/jobs/sweep', headers: { apikey: SWEEP_SECRET }, timeoutMs: 60_000 })
      .catch(() => null)
    const checked = answer?.status === 200 ? Number(JSON.parse(answer.text).data.checked_jobs) : Number.NaN
    sweeps.push({ ms: performance.now() - began, checked, backlog: health?.health.backlog ?? Number.NaN })
  })
  await sleep(windowMs)
  const after = await readAll(world, readDatabaseMs)
  const seen = crowd.takeSeen()
  await Promise.all([kill, ...probing, listing, sampling, sweeping])
  await observer.close()

  const seconds = (after.at - before.at) / 1000
  const meanOpen = mean(opens)
  const ownCalls = statuses.length + lists.length
  const isProbe = ({ jobId }: Task) => jobId === polled.jobId || jobId === webhook.jobId
  const countChecks = (tasks: Task[], kind?: Task['kind']) =>
    sum(tasks.filter((task) => !isProbe(task) && (!kind || task.kind === kind)).map(({ calls }) => calls))
  const getChecks = (kind?: Task['kind']) =>
    countChecks(after.provider.tasks, kind) - countChecks(before.provider.tasks, kind)
  const countRunning = (moment: typeof before, kind: Task['kind']) =>
    moment.provider.tasks.filter((task) => !isProbe(task) && task.kind === kind && task.doneAt > moment.at).length
  // The number of jobs that start and end in a period is the mean number of running jobs divided by their running time.
  // Every job also has one create request.
  const perJob = (kind: Task['kind']) => {
    const running = (countRunning(before, kind) + countRunning(after, kind)) / 2
    return 1 + (getChecks(kind) / (running * seconds)) * MEAN_SECONDS
  }
  const databaseCalls = Object.fromEntries(
    Object.entries(after.dataApi.calls).map(([name, count]) => [name, count - (before.dataApi.calls[name] ?? 0)]),
  )
  return {
    open: meanOpen,
    from: before.at,
    to: after.at,
    latency: {
      status: getQuantiles(statuses),
      overWait: getQuantiles(seen.overWaits),
      create: getQuantiles(seen.creates),
      hold: getQuantiles(seen.holds),
      list: getQuantiles(lists),
    },
    cpu: {
      api: (after.usage.cpuMs - before.usage.cpuMs) / seconds,
      database: (after.databaseMs - before.databaseMs) / seconds,
      machine: (after.machineMs - before.machineMs) / seconds,
    },
    rates: {
      pageCalls: (seen.calls - ownCalls) / seconds,
      polls: seen.polls / seconds,
      databaseCalls: sum(Object.values(databaseCalls)) / seconds,
      checks: getChecks() / seconds,
      webhooks: (after.provider.counts.webhook - before.provider.counts.webhook) / seconds,
      creates: (after.provider.counts.create - before.provider.counts.create) / seconds,
    },
    egress: {
      pages: seen.bytes / 1000 / seconds,
      dataApi: (after.dataApi.bytes - before.dataApi.bytes) / 1000 / seconds,
    },
    connections: {
      open: Math.max(...connections),
      busy: (after.dataApi.busyMs - before.dataApi.busyMs) / 1000 / seconds,
      waiting: after.dataApi.mostWaiting,
    },
    provider: {
      busiestSecond: after.provider.counts.busiestSecond,
      refused: after.provider.counts.refused - before.provider.counts.refused,
    },
    callsPerJob: { polled: perJob('polled'), webhook: perJob('webhook') },
    sweep: {
      backlog: Math.max(...sweeps.map(({ backlog }) => backlog)),
      longestMs: Math.max(...sweeps.map(({ ms }) => ms)),
      checked: sum(sweeps.map(({ checked }) => checked).filter(Number.isFinite)),
    },
    rssMb: Math.max(...rss),
    isolates: { boots: after.usage.boots - before.usage.boots, killed },
    broken: seen.broken,
    refused: seen.refused,
    said: subtract(after.usage.said, before.usage.said),
    functions: subtractFunctions(after.functions, before.functions),
    databaseCalls,
  }
}

async function readAll(world: World, readDatabaseMs: () => number) {
  const [usage, dataApi, provider, functions] = await Promise.all([
    world.isolates.readUsage(),
    world.readDataApi(),
    world.readProvider(),
    readFunctions(world.database.sql),
  ])
  return {
    at: Date.now(),
    usage,
    dataApi,
    provider,
    functions,
    databaseMs: readDatabaseMs(),
    machineMs: readMachineMs(),
  }
}

async function repeat(signal: AbortSignal, everyMs: number, firstMs: number, work: () => Promise<void>): Promise<void> {
  await sleep(firstMs)
  while (!signal.aborted) {
    const began = performance.now()
    await work()
    await sleep(Math.max(0, everyMs - (performance.now() - began)))
  }
}

function subtract(after: Record<string, number>, before: Record<string, number>): Record<string, number> {
  const changed = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
  return Object.fromEntries(changed.filter(([, count]) => count > 0))
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
