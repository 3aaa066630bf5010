// What single calls cost while nothing else goes on: CPU time of the API and of the database, and the calls that they make.
import { randomUUID } from 'node:crypto'
import { getMedian } from '../figures.ts'
import type { Crowd } from './crowd.ts'
import { COLLECTOR } from './databases.ts'
import type { World } from './world.ts'

const WARM_UP = 15

export interface Unit {
  /** Milliseconds of CPU time. */
  api: number
  database: number
  databaseCalls: number
  /** Kilobytes of the Data API's answers. */
  databaseKb: number
  /** Milliseconds until the answer, at the median. */
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

  async function measure(name: string, times: number, work: () => Promise<unknown>, prepare = async () => {}) {
    const spent = { api: 0, database: 0, databaseCalls: 0, databaseKb: 0 }
    const ms: number[] = []
    for (let round = -WARM_UP; round < 0; round += 1) {
      await prepare()
      await work()
    }
    for (let round = 0; round < times; round += 1) await prepare()
    const before = await read()
    for (let round = 0; round < times; round += 1) {
      const began = performance.now()
      await work()
      ms.push(performance.now() - began)
    }
    const after = await read()
    for (const key of ['api', 'database', 'databaseCalls', 'databaseKb'] as const)
      spent[key] = (after[key] - before[key]) / times
    units[name] = { ...spent, ms: getMedian(ms) }
  }
  async function read() {
    const [usage, { calls, bytes }] = await Promise.all([world.isolates.readUsage(), world.readDataApi()])
    const databaseCalls = Object.values(calls).reduce((sum, count) => sum + count, 0)
    return { api: usage.cpuMs, database: readDatabaseMs(), databaseCalls, databaseKb: bytes / 1000 }
  }

  const { person, jobId } = probes.polled
  await measure('status of a running job', 100, () =>
    pages.call(person, { method: 'GET', path: `/generation/${jobId}/status` }),
  )
  await measure('list of 12 among 10,000', 80, () =>
    pages.call(collector, { method: 'GET', path: '/api/jobs?limit=12' }),
  )
  const ended: (() => Promise<void>)[] = []
  const create = async (isFailing: boolean) => {
    const owner = await crowd.drawPerson()
    const id = randomUUID()
    await pages.create(owner, 'polled', { jobId: id, seconds: 0, isFailing })
    ended.push(() => pages.follow(owner, id, undefined, AbortSignal.timeout(30_000)))
  }
  await measure('page opened, hold, create', 40, () => create(true))
  for (const followToEnd of ended.splice(0)) await followToEnd()
  await measure(
    'last poll with its delivery, job read',
    20,
    async () => ended.pop()?.(),
    () => create(false),
  )
  // The collector's lists of a minute.
  await world.database.sql('delete from private.rate_limits')
  return units
}
