// Prints the tables of a run: every figure by open jobs, the goals, and a projection for more open jobs.

import type { UnfinishedJob } from './databases.ts'
import { getQuantiles } from './job-script.ts'
import type { Task } from './messages.ts'
import type { Step } from './step.ts'
import type { Unit } from './units.ts'

export interface Result {
  units: Record<string, Unit>
  steps: Step[]
  /** The times of the jobs that ended in each step. */
  ends: Record<Task['kind'], Ends>[]
  /** The size of the database with its library. `videos` is the size of the library. */
  databaseBytes: number
  videos: number
  /** The unfinished jobs, with the provider's data about them. */
  left: (UnfinishedJob & { atProvider: Task | undefined })[]
  books: { lost: number; twice: number; open: number; drift: number; jobs: number }
}

type Quantiles = ReturnType<typeof getQuantiles>

/** Times in milliseconds, from the moment at which the provider has the video. */
interface Ends {
  /** The time until the page has the response. */
  told: Quantiles
  /** The time until the API has noticed the end, then until the video is stored, and then until the page has the response. */
  known: Quantiles
  delivery: Quantiles
  answer: Quantiles
}

/** @param finishedAt the end of each job in the database, in milliseconds since the epoch */
export function describeEnds(
  step: Step,
  tasks: readonly Task[],
  told: ReadonlyMap<string, number>,
  finishedAt: ReadonlyMap<string, number>,
) {
  const describe = (kind: Task['kind']): Ends => {
    const isOfStep = ({ doneAt }: Task) => doneAt >= step.from && doneAt < step.to
    const ended = tasks.filter(
      (task) => task.kind === kind && !task.isFailing && isOfStep(task) && told.has(task.jobId),
    )
    const at = ({ jobId }: Task) => told.get(jobId) ?? Number.NaN
    const seen = ({ seenAt }: Task) => seenAt ?? Number.NaN
    const delivered = ({ jobId }: Task) => finishedAt.get(jobId) ?? Number.NaN
    return {
      told: getQuantiles(ended.map((task) => at(task) - task.doneAt)),
      known: getQuantiles(ended.map((task) => seen(task) - task.doneAt)),
      delivery: getQuantiles(ended.map((task) => delivered(task) - seen(task))),
      answer: getQuantiles(ended.map((task) => at(task) - delivered(task))),
    }
  }
  return { polled: describe('polled'), webhook: describe('webhook') }
}

/** The number of unfinished jobs that are printed. */
const MOST_LEFT = 5

type Figures = Record<string, number>
type Table = Record<string, Record<string, string>>

/** The number of open jobs for which the goals are defined. */
const FAR = 10_000
/** The numbers of cores of the database's compute sizes. */
const CORES = [2, 4, 8]

export function printReport(result: Result): void {
  console.log('\nSingle calls: ms of CPU time, calls of the database, ms until the answer')
  console.table(Object.fromEntries(Object.entries(result.units).map(([call, unit]) => [call, format({ ...unit })])))
  console.log('\nBy open jobs')
  console.table(listFigures(result))
  printDearest(result.steps)
  console.log('\nWhere the time of the API goes at the last step, ms of CPU time per second')
  console.table(format(splitApiTime(result)))
  console.log(
    `\nMeasured, and what the slope between the last two steps makes of ${FAR.toLocaleString('en')} open jobs`,
  )
  console.table(extrapolate(result))
  console.log('\nGoals')
  console.table(checkGoals(result))
  console.table(format({ ...result.books }))
  for (const job of result.left.slice(0, MOST_LEFT)) console.log('Left open', job)
}

/** Lists the figures, with one column for each step. */
function listFigures(result: Result): Table {
  const columns = result.steps.map((step, place) => ({ title: title(step), figures: flatten(result, place) }))
  const names = Object.keys(columns.at(-1)?.figures ?? {})
  return Object.fromEntries(
    names.map((name) => [name, Object.fromEntries(columns.map(({ title, figures }) => [title, round(figures[name])]))]),
  )
}

const title = ({ open }: Step) => open.toFixed(0)

function flatten({ steps, ends }: Result, place: number): Figures {
  const [step, end] = [steps[place], ends[place]]
  if (!step || !end) return {}
  const { latency, cpu, rates, egress, connections, provider, callsPerJob, sweep, isolates } = step
  const quantiles = ({ p50, p95, p99, count }: Quantiles) => ({ p50, p95, p99, count })
  return {
    ...prefix('status, ms: ', quantiles(latency.status)),
    ...prefix('create, ms: ', quantiles(latency.create)),
    ...prefix('list, ms: ', quantiles(latency.list)),
    ...prefix('hold, ms: ', quantiles(latency.hold)),
    ...prefix('answer later than asked, ms: ', quantiles(latency.overWait)),
    ...describeParts('polled', end.polled),
    ...describeParts('webhook', end.webhook),
    ...prefix('provider calls per job, ', callsPerJob),
    ...prefix('provider, ', provider),
    ...prefix('CPU, ms per second: ', cpu),
    ...prefix('per second: ', rates),
    ...prefix('KB per second: ', egress),
    ...prefix('connections, ', connections),
    ...prefix('sweep, ', sweep),
    'isolate, most MB': step.rssMb,
    'isolates begun': isolates.boots,
    'requests in the killed isolate': isolates.killed,
    'calls without an answer': step.broken,
  }
}

/** Lists the time until a page has the response, and the three parts of that time. */
function describeParts(kind: Task['kind'], { told, known, delivery, answer }: Ends): Figures {
  const most = ({ p50, p95 }: Quantiles) => ({ p50, p95 })
  return {
    ...prefix(`told, ${kind}, ms: `, told),
    ...prefix(`${kind}, until noticed, ms: `, most(known)),
    ...prefix(`${kind}, then until delivered, ms: `, most(delivery)),
    ...prefix(`${kind}, then until told, ms: `, most(answer)),
  }
}

function printDearest(steps: readonly Step[]): void {
  const last = steps.at(-1)
  if (!last) return
  const seconds = (last.to - last.from) / 1000
  console.log('\nThe ten dearest functions of the database at the last step')
  console.table(
    last.functions.slice(0, 10).map(({ name, calls, selfMs }) => ({
      function: name,
      ...format({
        'calls per second': calls / seconds,
        'ms per second': selfMs / seconds,
        'ms per call': selfMs / calls,
      }),
    })),
  )
  console.log('The ten dearest calls of the database, with all that they call')
  const called = last.functions.filter((use) => last.databaseCalls[use.name])
  console.table(
    called
      .toSorted((a, b) => b.totalMs - a.totalMs)
      .slice(0, 10)
      .map(({ name, totalMs }) => {
        const calls = last.databaseCalls[name] ?? 0
        return {
          call: name,
          ...format({
            'calls per second': calls / seconds,
            'ms per second': totalMs / seconds,
            'ms per call': totalMs / calls,
          }),
        }
      }),
  )
  console.log('The log said', last.said, 'Refused', last.refused)
}

/**
 * Splits the API time into single calls, multiplied by their number. The rest is for status checks of long polls, and
 * for costs that grow with the load.
 */
function splitApiTime({ units, steps }: Result): Figures {
  const last = steps.at(-1)
  if (!last) return {}
  const unit = (name: string) => Object.entries(units).find(([call]) => call.startsWith(name))?.[1].api ?? 0
  const creates = last.rates.creates * unit('page opened')
  const deliveries = last.rates.creates * unit('delivery')
  const polls = (last.rates.polls - last.rates.creates) * unit('status')
  const probes = 2 * unit('status') + unit('list')
  return {
    all: last.cpu.api,
    'pages opened, holds, creates': creates,
    deliveries,
    'begin and end of polls': polls,
    'probes of the bench': probes,
    rest: last.cpu.api - creates - deliveries - polls - probes,
  }
}

/** Returns the figures that grow with the number of open jobs. */
function readGrowth({ cpu, rates, egress, connections }: Step): Figures {
  return {
    'API, cores': cpu.api / 1000,
    'database, cores': cpu.database / 1000,
    'calls of pages per second': rates.pageCalls,
    'calls of the database per second': rates.databaseCalls,
    'provider calls per second': rates.checks + rates.creates,
    'Data API, MB per second': egress.dataApi / 1000,
    'statements under way': connections.busy,
  }
}

function extrapolate(result: Result): Table {
  const far = `${FAR}, extrapolated`
  const growth = Object.entries(projectGrowth(result)).map(([name, value]) => [
    name,
    {
      ...Object.fromEntries(result.steps.map((step) => [title(step), round(readGrowth(step)[name])])),
      [far]: round(value),
    },
  ])
  const statuses = CORES.map((cores) => [
    `status p95, ms, database with ${cores} cores`,
    { [far]: round(projectStatus(result, cores)) },
  ])
  return Object.fromEntries([...growth, ...statuses])
}

function projectGrowth({ steps }: Result): Figures {
  const [before, last] = steps.slice(-2)
  if (!before || !last) return {}
  const [low, high] = [readGrowth(before), readGrowth(last)]
  return Object.fromEntries(
    Object.entries(high).map(([name, value]) => {
      const slope = (value - (low[name] ?? 0)) / (last.open - before.open)
      return [name, value + slope * (FAR - last.open)]
    }),
  )
}

/**
 * Projects the response time of a status request. At 100 open jobs, a status request takes as long as it takes alone.
 * The API grows with its load, but the database doesn't. A busy database responds later, by a factor of 1 / (1 - its
 * busy share). The result is infinite if the cores aren't sufficient.
 */
function projectStatus(result: Result, cores: number): number {
  const alone = result.steps.at(-2)?.latency.status.p95 ?? Number.NaN
  const busy = (projectGrowth(result)['database, cores'] ?? Number.NaN) / cores
  return busy < 1 ? alone / (1 - busy) : Number.POSITIVE_INFINITY
}

function checkGoals(result: Result): Table {
  const [step, ends] = [result.steps.at(-1), result.ends.at(-1)]
  const { books } = result
  const goals: [string, number, number | undefined][] = [
    ['provider calls per job, polled', 12, step?.callsPerJob.polled],
    ['provider calls per job, webhook', 3, step?.callsPerJob.webhook],
    ['told with a webhook, p95, s', 2, ends && ends.webhook.told.p95 / 1000],
    ['told by polling, p50, s', 5, ends && ends.polled.told.p50 / 1000],
    ['told by polling, p95, s', 12, ends && ends.polled.told.p95 / 1000],
    ['status p95, ms', 200, step?.latency.status.p95],
    [`status p95 at ${FAR}, ms, 4 cores, extrapolated`, 200, projectStatus(result, 4)],
    ['jobs lost, made twice, or left open', 0, books.lost + books.twice + books.open],
    ['accounts that do not add up', 0, books.drift],
  ]
  return Object.fromEntries(
    goals.map(([name, most, value = Number.NaN]) => [
      name,
      { 'at most': String(most), now: `${round(value)}${value <= most ? '' : ' MISSED'}` },
    ]),
  )
}

const prefix = (name: string, values: Figures) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}${key}`, value]))

const format = (values: Figures) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, round(value)]))

/** Formats a figure. JSON turns an unknown figure into null. */
function round(value: number | null = null): string {
  if (value === null || Number.isNaN(value)) return '-'
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 })
}
