// Tests the whole API from outside. Users, faults, and time come from a seed, and the results are compared with the
// rules.

import type { Backend } from './backends.ts'
import { type Event, schedule } from './faults.ts'
import { checkBooks, checkEnd, EntriesWatch } from './invariants.ts'
import { operate } from './operations.ts'
import type { SourceEdit } from './planted-fault.ts'
import { finishQuickly, settleAll } from './settle.ts'
import { type Epoch, openWorld, type World } from './world.ts'

/** The number of users who work at the same time. */
const LANES = 16
/** The operations in one part of a run. Each part has its own seed, and ends with everything settled and checked. */
const EPOCH = 2000
const CHECK_EVERY = 500
/** The outage in which connections to the first provider are refused. */
const DEAD = 'dead first provider'
/** How long a delivery stalls, in milliseconds, while other servers check its job. */
const STALL_MS = 400

export interface PropertyReport {
  /** The broken rules and the command that repeats the run. Null if every rule held. */
  failure: string | null
  operations: number
  seconds: number
  /** Counts of operations by kind and response, and of faults, outcomes, and losses. */
  counts: Record<string, number>
}

/** Runs the property. */
export async function runProperty(options: {
  backend: Backend
  seed: number
  operations: number
  /** The operations in one part. Default: EPOCH. */
  epoch?: number
  planted?: SourceEdit
  /** Ends the run after the part in progress. */
  signal?: AbortSignal
  /** Called after every part. */
  progress?: (report: PropertyReport) => void
}): Promise<PropertyReport> {
  const started = performance.now()
  const report: PropertyReport = { failure: null, operations: 0, seconds: 0, counts: {} }
  const count = (name: string, by = 1) => {
    report.counts[name] = (report.counts[name] ?? 0) + by
  }
  const world = await openWorld(options.backend, options.planted)
  try {
    const isOver = () => report.operations >= options.operations || report.failure || options.signal?.aborted
    for (let seed = options.seed; !isOver(); seed += 1) {
      const operations = Math.min(options.epoch ?? EPOCH, options.operations - report.operations)
      const epoch = await world.beginEpoch(seed)
      await runEpoch(world, epoch, operations, count)
      if (epoch.violations.length > 0) {
        report.failure = [
          ...epoch.violations.slice(0, 10).map((violation) => explain(violation, world)),
          `seed ${seed}; again: SEED=${seed} OPERATIONS=${operations} BACKEND=${options.backend.name} npm run property`,
        ].join('\n')
      }
      report.operations += operations
      report.seconds = (performance.now() - started) / 1000
      await world.endEpoch(epoch)
      options.progress?.(report)
    }
  } finally {
    await world.close()
  }
  return report
}

/** Adds the cause from the server's log to a violation. */
function explain(violation: string, { servers }: World): string {
  const requestId = /"requestId":"([0-9a-f-]+)"/.exec(violation)?.[1] ?? ''
  const cause = servers.causes.get(requestId)
  return cause ? `${violation}\n  because: ${cause}` : violation
}

type Count = (name: string, by?: number) => void

async function runEpoch(world: World, epoch: Epoch, operations: number, count: Count): Promise<void> {
  const events = schedule(epoch.seed, operations)
  const entries = new EntriesWatch()
  /** Restarts and other work that runs beside the operations. */
  const others: Promise<unknown>[] = []
  let outages: { target: string; until: number }[] = []
  let isCrashing = false
  /**
   * The last task of the test itself in the database. They run one at a time, so that the test doesn't crash the
   * database during another task.
   */
  let last: Promise<unknown> = Promise.resolve()
  const alone = (work: () => Promise<unknown>) => {
    last = last.then(work)
    return last
  }

  async function happen(event: Event, index: number): Promise<void> {
    count(`event: ${event.do}${event.do === 'outage' ? `, ${event.target}` : ''}`)
    switch (event.do) {
      case 'move time':
        if (!isCrashing) await alone(() => world.moveTime(event.minutes))
        return
      case 'stall delivery':
        epoch.provider.stall = async () => {
          if (!isCrashing) await alone(() => world.moveTime(event.minutes))
          await new Promise((done) => setTimeout(done, STALL_MS))
        }
        return
      case 'outage':
        epoch.outages.begin(event.target, event.fault, event.share)
        outages = outages.filter(({ target }) => target !== event.target)
        outages.push({ target: event.target, until: index + event.operations })
        return
      case 'kill the first provider':
        if (outages.some(({ target }) => target === DEAD)) return
        outages.push({ target: DEAD, until: index + event.operations })
        epoch.outages.begin('first provider')
        await world.killFirstProvider()
        return
      case 'lose an answer':
        epoch.outages.loseResponse(event.call)
        return
      case 'kill server':
        if (world.servers.kill(event.server)) {
          const restarted = world.servers.start(event.server, event.skewMinutes)
          others.push(restarted.then(() => alone(() => world.moveTime(1, { haveDied: true }))))
        }
        return
      case 'crash database':
        if (isCrashing) return
        isCrashing = true
        others.push(
          alone(world.crashDatabase).finally(() => {
            isCrashing = false
          }),
        )
        return
      default:
        return event satisfies never
    }
  }

  async function end(target: string): Promise<void> {
    if (target !== DEAD) return epoch.outages.end(target)
    await world.reviveFirstProvider()
    epoch.outages.end('first provider')
  }

  let next = 0
  const work = async () => {
    while (next < operations && epoch.violations.length === 0) {
      const index = next++
      const ended = outages.filter(({ until }) => until <= index)
      outages = outages.filter(({ until }) => until > index)
      for (const { target } of ended) await end(target)
      for (const event of events.get(index) ?? []) await happen(event, index)
      if (index % CHECK_EVERY === CHECK_EVERY - 1 && !isCrashing) await alone(() => checkBooks(epoch))
      const { kind, answer } = await operate(world, epoch, index)
      count(`${kind}: ${answer}`)
    }
  }
  const fail = (error: unknown) => epoch.violations.push(error instanceof Error ? (error.stack ?? '') : String(error))
  await Promise.all(Array.from({ length: LANES }, () => work().catch(fail)))
  for (const { target } of outages) await end(target)
  epoch.outages.endAll()
  epoch.provider.stall = null
  await Promise.all(others.map((work) => work.catch(fail)))
  if (epoch.violations.length > 0) return
  await checkBooks(epoch)
  await entries.check(epoch)
  await finishQuickly(world, epoch, count)
  await settleAll(world, epoch, count)
  if (epoch.violations.length > 0) return
  await checkBooks(epoch)
  await entries.check(epoch)
  for (const [name, number] of Object.entries(await checkEnd(epoch))) count(name, number)
}
