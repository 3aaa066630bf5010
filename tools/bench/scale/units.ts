// Measures single calls without other load: the CPU time of the API and the database, and the number of database calls.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getMedian } from '../figures.ts'
import type { Crowd } from './crowd.ts'
import { COLLECTOR } from './databases.ts'
import type { World } from './world.ts'

const WARM_UP = 15
const DELIVERIES = 20
/** The time to wait before the first status check, because a design can delay it after the create request. */
const FIRST_CHECK_MS = 12_000
const MOST_FOLLOW_MS = 30_000

export interface Unit {
  /** The CPU time in milliseconds. */
  api: number
  database: number
  databaseCalls: number
  /** The size of the Data API's responses in kilobytes. */
  databaseKb: number
  /** The median milliseconds until the response. */
  ms: number
}

export async function measureUnits(
  world: World,
  crowd: Crowd,
  readDatabaseMs: () => number,
): Promise<Record<string, Unit>> {
  const { pages, probes } = crowd
  const collector = await crowd.signIn(COLLECTOR)
  const units: Record<string, Unit> = {}

  /** Measures the calls together and divides the result by their number. */
  async function measure(name: string, calls: readonly (() => Promise<unknown>)[], isTogether = false): Promise<void> {
    const ms: number[] = []
    const time = async (call: () => Promise<unknown>) => {
      const began = performance.now()
      await call()
      ms.push(performance.now() - began)
    }
    const before = await read()
    if (isTogether) await Promise.all(calls.map(time))
    else for (const call of calls) await time(call)
    const after = await read()
    const spend = (key: keyof typeof before) => (after[key] - before[key]) / calls.length
    units[name] = {
      api: spend('api'),
      database: spend('database'),
      databaseCalls: spend('databaseCalls'),
      databaseKb: spend('databaseKb'),
      ms: getMedian(ms),
    }
  }
  async function read() {
    const [usage, { calls, bytes }] = await Promise.all([world.isolates.readUsage(), world.readDataApi()])
    const databaseCalls = Object.values(calls).reduce((sum, count) => sum + count, 0)
    return { api: usage.cpuMs, database: readDatabaseMs(), databaseCalls, databaseKb: bytes / 1000 }
  }

  const { person, jobId } = probes.polled
  const askStatus = () => pages.call(person, { method: 'GET', path: `/generation/${jobId}/status` })
  const list = () => pages.call(collector, { method: 'GET', path: '/api/jobs?limit=12' })
  const follow: (() => Promise<void>)[] = []
  const create = (isFailing: boolean) => async () => {
    const owner = await crowd.drawPerson()
    const id = randomUUID()
    await pages.create(owner, 'polled', { jobId: id, seconds: 0, isFailing })
    follow.push(() => pages.follow(owner, id, undefined, AbortSignal.timeout(MOST_FOLLOW_MS)))
  }
  const repeat = <Work>(times: number, work: Work) => new Array<Work>(times).fill(work)
  await measure('warm', [...repeat(WARM_UP, askStatus), ...repeat(WARM_UP, list), ...repeat(WARM_UP, create(true))])
  await measure('status of a running job', repeat(100, askStatus))
  await measure('list of 12 among 10,000', repeat(80, list))
  await measure('page opened, hold, create', repeat(40, create(true)))
  for (const work of repeat(DELIVERIES, create(false))) await work()
  await sleep(FIRST_CHECK_MS)
  const delivered = follow.splice(-DELIVERIES)
  // The first calls also load code, so their result is discarded.
  await Promise.all(follow.map((end) => end()))
  await measure('delivery, its poll, job read', delivered, true)
  // This clears the rate limit, which the collector's lists would exceed.
  await world.database.sql('delete from private.rate_limits')
  delete units.warm
  return units
}
