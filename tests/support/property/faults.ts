// Decides from the seed, before the run begins, which faults occur, when, and for how long.
import { Random } from './random.ts'

export const TARGETS = ['provider', 'first provider', 'files', 'storage', 'auth', 'database'] as const
export type Target = (typeof TARGETS)[number]
/**
 * What happens to a request to a faulty service. `lost answer` and `broken answer` come after the request took effect.
 */
const FAULTS = ['lost request', 'lost answer', 'broken answer', 'refused', 'slow'] as const
export type Fault = (typeof FAULTS)[number]

export type Event =
  | { do: 'move time'; minutes: number }
  | { do: 'stall delivery'; minutes: number }
  | { do: 'outage'; target: Target; fault: Fault; share: number; operations: number }
  | { do: 'lose an answer'; call: string }
  | { do: 'kill the first provider'; operations: number }
  | { do: 'kill server'; server: number; skewMinutes: number }
  | { do: 'crash database' }

/** Database calls that move credits or record a task. Each takes effect without its caller knowing. */
const DECIDING = ['settle_job', 'start_job', 'hold_credits', 'record_provider_task'] as const
/** The name of the outage that lasts until the one response is lost. */
const ONE_ANSWER = 'one answer'

/** The largest error of a server's clock, ahead or behind. */
const MAX_SKEW_MINUTES = 180

/** Returns the events of a run, by the index of the operation that they precede. */
export function schedule(seed: number, operations: number): Map<number, Event[]> {
  const events = new Map<number, Event[]>()
  const random = new Random(seed, 'schedule')
  const often = (every: number, make: () => Event) => {
    for (let left = Math.max(1, Math.round(operations / every)); left > 0; left -= 1) {
      const place = random.between(0, operations - 1)
      events.set(place, [...(events.get(place) ?? []), make()])
    }
  }
  often(40, () => ({ do: 'move time', minutes: random.next() * 1.5 }))
  often(400, () => ({ do: 'move time', minutes: random.between(3, 17) }))
  // Near the deadline, when the last status checks are still made.
  often(2000, () => ({ do: 'move time', minutes: random.between(55, 68) }))
  // Past every deadline, while a server downloads a video.
  often(1000, () => ({ do: 'stall delivery', minutes: 75 }))
  often(200, () => ({
    do: 'outage',
    target: random.pick(TARGETS),
    fault: random.pick(FAULTS),
    share: random.pick([0.2, 0.5, 1]),
    operations: random.between(10, 80),
  }))
  often(250, () => ({ do: 'lose an answer', call: random.pick(DECIDING) }))
  often(800, () => ({ do: 'kill server', server: random.between(0, 9), skewMinutes: skew(random) }))
  often(2500, () => ({ do: 'crash database' }))
  often(300, () => ({ do: 'kill the first provider', operations: random.between(10, 60) }))
  return events
}

export function skew(random: Random): number {
  return random.between(-MAX_SKEW_MINUTES, MAX_SKEW_MINUTES)
}

/** The services that are out of order now. */
export class Outages {
  /** The number of outages so far. A response may mention an outage that began during its request. */
  begun = 0
  /** Every service that has been out of order so far. */
  readonly had = new Set<string>()
  #losing = ''
  readonly #active = new Map<string, { fault: Fault; share: number }>()
  readonly #random: Random

  constructor(seed: number) {
    this.#random = new Random(seed, 'outages')
  }

  get isAny(): boolean {
    return this.#active.size > 0
  }

  /**
   * Begins an outage in which `share` of the service's requests fail. A service that fails by itself is only recorded.
   */
  begin(part: string, fault: Fault = 'refused', share = 1): void {
    this.begun += 1
    this.had.add(part)
    this.#active.set(part, { fault, share })
  }

  end(part: string): void {
    this.#active.delete(part)
  }

  endAll(): void {
    this.#losing = ''
    this.#active.clear()
  }

  /** Loses the response to the next call of this database function. */
  loseResponse(call: string): void {
    this.#losing = call
    this.begin(ONE_ANSWER)
  }

  /** Returns the fault of this request to the service, or null. */
  faultOf(target: Target, url = ''): Fault | null {
    if (this.#losing && url.endsWith(`/${this.#losing}`)) {
      this.#losing = ''
      this.end(ONE_ANSWER)
      return 'lost answer'
    }
    const outage = this.#active.get(target)
    return outage && this.#random.chance(outage.share) ? outage.fault : null
  }
}
