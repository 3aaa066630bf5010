// A model of the ledger without a database, which the property test compares with the real one.

import { type Outcome, PRICES } from '../../harness/ledger/calls.ts'
import type { Books } from './books.ts'

type Person = 0 | 1
type Step =
  | { do: 'grant'; person: Person; amount: number; key: number }
  | { do: 'hold'; person: Person; job: number; model: string; quoted: number; capture: boolean }
  | { do: 'start'; person: Person; job: number; model: string; quoted: number; request: number }
  | { do: 'settle'; job: number; outcome: Outcome }
  | { do: 'sweep holds'; minutesLater: 0 | 16 }
  | { do: 'sweep jobs'; minutesLater: 0 | 61 }
  | { do: 'sign in'; person: Person; credits: number }
  | { do: 'read balance'; person: Person }
  | { do: 'validate'; person: Person }
  /** `budgetLeft` is the number of credits that all users together may still submit. */
  | { do: 'limit'; perUser: number | null; budgetLeft: number | null; newJobs: boolean }

export type { Step }

type JobState = 'open' | 'started' | 'captured' | 'released'

interface Job {
  person: Person
  model: string
  amount: number
  state: JobState
  /** The number of the request that started the job. Null while the job only holds credits. */
  request: number | null
  finished: boolean
}

/** The number of running jobs that a user may have in the property test. */
export const MAX_OPEN = 2

const MAX_INTEGER = 2 ** 31 - 1

const SUBMITTED: readonly JobState[] = ['started', 'captured']

export class LedgerModel {
  readonly people: [Books, Books]
  readonly jobs = new Map<number, Job>()
  readonly grants = new Map<number, { person: Person; amount: number }>()
  /**
   * The limits in credits. `perUser` limits what one user holds or has paid, and `budget` what both users have
   * submitted or paid.
   */
  #limits: { perUser: number | null; budget: number | null; newJobs: boolean } = {
    perUser: null,
    budget: null,
    newJobs: true,
  }

  constructor(credits: readonly [number, number]) {
    this.people = [newBooks(credits[0]), newBooks(credits[1])]
  }

  /** Applies the step to the model. Returns the result that the database should return. */
  apply(step: Step): unknown {
    switch (step.do) {
      case 'grant':
        return this.#grant(step)
      case 'hold':
        return this.#hold(step)
      case 'start':
        return this.#start(step)
      case 'settle':
        return this.#settle(step.job, step.outcome)
      case 'sweep holds':
        return step.minutesLater === 0 ? 0 : this.#settleAll((job) => job.state === 'open').length
      case 'sweep jobs':
        return step.minutesLater === 0 ? [] : this.#settleAll(isRunning)
      case 'sign in':
        this.people[step.person].mirror = this.people[step.person].available
        return null
      case 'read balance':
        return { own: this.people[step.person].available, other: 0, remaining: this.people[step.person].available }
      case 'validate':
        return { was_repaired: false, current_credits: this.people[step.person].available }
      case 'limit': {
        const budget = step.budgetLeft === null ? null : this.#sum(SUBMITTED) + step.budgetLeft
        this.#limits = { perUser: step.perUser, newJobs: step.newJobs, budget }
        return null
      }
    }
  }

  #grant({ person, amount, key }: { person: Person; amount: number; key: number }): string {
    if (amount <= 0) return 'refused 23514'
    const given = this.grants.get(key)
    if (given) return given.person === person && given.amount === amount ? 'exists' : 'key_mismatch'
    const { available, held } = this.people[person]
    if (available + amount > MAX_INTEGER) return 'refused 22003'
    // The balance must have room for the held credits when they are returned.
    if (available + held + amount > MAX_INTEGER) return 'refused 23514'
    this.grants.set(key, { person, amount })
    this.#move(person, { granted: amount, available: amount, entries: 1 })
    return 'granted'
  }

  #hold({ person, job: id, model, quoted, capture }: Extract<Step, { do: 'hold' }>) {
    const price = PRICES[model as keyof typeof PRICES] ?? null
    const outcome = this.#holdOutcome(person, id, model, quoted, capture)
    if (outcome === 'held' && price !== null) {
      this.jobs.set(id, { person, model, amount: price, state: 'open', request: null, finished: false })
      this.#move(person, { available: -price, held: price, entries: 1 })
      if (capture) this.#settle(id, 'capture')
    }
    const job = this.jobs.get(id)
    // The gateway was disabled between two tries with one key. The second try charges the open hold, if the budget has
    // room.
    const isLate = outcome === 'exists' && capture && job?.state === 'open'
    const isRefused = isLate && this.#isBeyondBudget(job)
    if (isLate) this.#settle(id, isRefused ? 'release' : 'capture')
    return {
      outcome: isRefused ? 'budget_reached' : outcome,
      price,
      available: this.people[person].available,
      settlement: this.#settlementOf(person, id),
      ...(outcome === 'daily_limit' ? this.#allowance(person) : {}),
    }
  }

  #settlementOf(person: Person, id: number): string {
    const job = this.jobs.get(id)
    if (job?.person !== person) return 'none'
    return job.state === 'captured' || job.state === 'released' ? job.state : 'held'
  }

  #holdOutcome(person: Person, id: number, model: string, quoted: number, capture: boolean): string {
    const job = this.jobs.get(id)
    if (job) {
      if (job.person !== person || job.model !== model) return 'key_mismatch'
      if (job.amount !== quoted) return job.state === 'open' ? 'price_changed' : 'key_mismatch'
      if (job.state === 'captured' && capture) return 'exists'
      return job.state === 'captured' || job.state === 'released' ? 'spent' : 'exists'
    }
    const price = PRICES[model as keyof typeof PRICES]
    if (price === undefined) return 'unknown_model'
    if (quoted !== price) return 'price_changed'
    if (!this.#limits.newJobs) return 'paused'
    if (this.people[person].available < price) return 'insufficient'
    const { perUser, budget } = this.#limits
    const open = this.#sum(['open'], person)
    if (perUser !== null && open + this.#sum(SUBMITTED, person) + price > perUser) return 'daily_limit'
    return budget !== null && open + this.#sum(SUBMITTED) + price > budget ? 'budget_reached' : 'held'
  }

  /** Returns the total amount of the jobs in these states, for this user or for both. */
  #sum(states: readonly JobState[], person?: Person): number {
    const counted = [...this.jobs.values()].filter(
      (job) => states.includes(job.state) && (person === undefined || job.person === person),
    )
    return counted.reduce((sum, { amount }) => sum + amount, 0)
  }

  #isBeyondBudget({ amount }: Job): boolean {
    const { budget } = this.#limits
    return budget !== null && this.#sum(SUBMITTED) + amount > budget
  }

  #allowance(person: Person) {
    const limit = this.#limits.perUser ?? 0
    return { limit, left: Math.max(0, limit - this.#sum(['open', ...SUBMITTED], person)) }
  }

  #start({ person, job: id, model, quoted, request }: Extract<Step, { do: 'start' }>): string {
    const known = this.jobs.get(id)
    if (known && known.request !== null) {
      return known.person === person && known.request === request ? 'exists' : 'key_mismatch'
    }
    const { outcome } = this.#hold({ do: 'hold', person, job: id, model, quoted, capture: false })
    const job = this.jobs.get(id)
    // A hold for another price or model can never start, so its credits are returned.
    const isOther = outcome === 'key_mismatch' || outcome === 'price_changed'
    if (isOther && job?.person === person && job.state === 'open') this.#settle(id, 'release')
    if (!job || (outcome !== 'held' && outcome !== 'exists')) return outcome
    const open = [...this.jobs.values()].filter((other) => other.person === person && isRunning(other))
    const refusal = open.length >= MAX_OPEN ? 'too_many_open' : this.#isBeyondBudget(job) ? 'budget_reached' : null
    if (refusal) {
      if (outcome === 'held') this.#undoHold(id, job)
      else this.#settle(id, 'release')
      return refusal
    }
    job.state = 'started'
    job.request = request
    return 'started'
  }

  /** Removes the hold that a refused start had created itself. */
  #undoHold(id: number, { person, amount }: Job): void {
    this.jobs.delete(id)
    this.#move(person, { available: amount, held: -amount, entries: -1 })
  }

  /** Returns the job's final credit state. Null for a hold that never became a job. */
  #settle(id: number, outcome: Outcome): string | null {
    const job = this.jobs.get(id)
    if (!job) return 'refused P0002'
    if (job.state === 'open' || job.state === 'started') {
      const released = outcome === 'release'
      job.state = released ? 'released' : 'captured'
      job.finished = true
      this.#move(job.person, {
        held: -job.amount,
        entries: 1,
        ...(released ? { available: job.amount } : { captured: job.amount }),
      })
    }
    return job.request === null ? null : job.state
  }

  #settleAll(due: (job: Job) => boolean): number[] {
    const ids = [...this.jobs].filter(([, job]) => due(job)).map(([id]) => id)
    for (const id of ids) this.#settle(id, 'release')
    return ids.sort((a, b) => a - b)
  }

  #move(person: Person, change: Partial<Record<'granted' | 'captured' | 'available' | 'held' | 'entries', number>>) {
    const books = this.people[person]
    for (const [name, amount] of Object.entries(change)) books[name as keyof typeof change] += amount
    if (books.mirror !== null) books.mirror = books.available
  }
}

function isRunning(job: Job): boolean {
  return job.request !== null && !job.finished
}

function newBooks(credits: number): Books {
  return { granted: credits, captured: 0, available: credits, held: 0, entries: 1, mirror: null }
}
