// Compares the ledger with its model over random sequences of calls for two users. Calls may be repeated, lost, or
// rolled back.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import {
  call,
  expireJobs,
  grantCredits,
  holdCredits,
  PRICES,
  readCreditBalances,
  readCreditSettings,
  releaseUnusedHolds,
  settleJob,
  startJob,
  validateCredits,
} from '../../harness/ledger/calls.ts'
import { runAsUser, signUp, upsertProfile } from '../../harness/ledger/users.ts'
import type { Sql } from '../../harness/sql.ts'
import { readBooks } from './books.ts'
import { LedgerModel, MAX_OPEN, type Step } from './model.ts'

/** What happens to a call. After a lost answer, the caller repeats it. `undone` is a crash before the commit. */
type Fate = 'answered' | 'answer lost' | 'undone'

interface World {
  sql: Sql
  people: readonly [string, string]
  job(index: number): string
  key(index: number): string
  indexOf(jobId: string): number
  seen: Set<string>
}

/** The first balances in credits. One user can afford everything, and the other one must be refused. */
const CREDITS = [1000, 30] as const

const person = fc.constantFrom<0 | 1>(0, 1)
const job = fc.integer({ min: 0, max: 4 })
const MODELS = ['kling-1.6', 'veo-2', 'veo-3'] as const
const unlessWrong = <T>(wrong: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: wrong })
/** Calls for one job mostly use the same user, model, and price. Otherwise nearly all of them would be refused. */
const offer = fc
  .tuple(
    job,
    unlessWrong(person),
    unlessWrong(fc.constantFrom(...MODELS, 'veo-99', '')),
    unlessWrong(fc.constantFrom(0, -20, 19, 21, 2 ** 31 - 1)),
  )
  .map(([job, otherPerson, otherModel, otherPrice]) => {
    const model = otherModel ?? MODELS[job % 3] ?? MODELS[0]
    const price = PRICES[model as keyof typeof PRICES] ?? 20
    return { job, person: otherPerson ?? (job % 2 === 0 ? 0 : 1), model, quoted: otherPrice ?? price }
  })
const grant: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('grant'),
  person,
  amount: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 1500 }) }, fc.constantFrom(0, -5, 2 ** 31 - 1)),
  key: fc.integer({ min: 0, max: 9 }),
})
const hold: fc.Arbitrary<Step> = fc
  .tuple(offer, unlessWrong(fc.constant(true)))
  .map(([offer, capture]) => ({ do: 'hold', ...offer, capture: capture ?? false }))
const start: fc.Arbitrary<Step> = fc
  .tuple(offer, unlessWrong(fc.constant(1)))
  .map(([offer, request]) => ({ do: 'start', ...offer, request: request ?? 0 }))
const settle: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('settle'),
  job,
  outcome: fc.constantFrom('capture', 'release'),
})
const limit: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('limit'),
  perUser: fc.constantFrom(null, null, 25, 200, 600),
  budgetLeft: fc.constantFrom(null, null, 30, 350),
  newJobs: fc.constantFrom(true, true, true, false),
})
const once: fc.Arbitrary<Step>[] = [
  fc.record({ do: fc.constant('sweep holds'), minutesLater: fc.constantFrom(0, 16) }),
  fc.record({ do: fc.constant('sweep jobs'), minutesLater: fc.constantFrom(0, 61) }),
  fc.record({ do: fc.constant('sign in'), person, credits: fc.constantFrom(0, 999_999) }),
  fc.record({ do: fc.constant('read balance'), person }),
  fc.record({ do: fc.constant('validate'), person }),
  limit,
]
/** Commands are drawn evenly, so steps that move credits are listed more than once. */
const steps = [grant, grant, grant, hold, hold, hold, start, start, start, settle, settle, ...once]

class LedgerCommand implements fc.AsyncCommand<LedgerModel, World> {
  readonly #step: Step
  readonly #fate: Fate
  constructor(step: Step, fate: Fate) {
    this.#step = step
    this.#fate = fate
  }
  check(): boolean {
    return true
  }
  async run(model: LedgerModel, world: World): Promise<void> {
    if (this.#fate === 'undone') {
      await world.sql('begin')
      await perform(this.#step, world, 'in a transaction')
      await world.sql('rollback')
    } else {
      if (this.#fate === 'answer lost') {
        model.apply(this.#step)
        await perform(this.#step, world)
      }
      const expected = model.apply(this.#step)
      const answer = await perform(this.#step, world)
      world.seen.add(`${this.#step.do}: ${getName(answer)}`)
      if (!isDeepStrictEqual(answer, expected)) {
        throw new Error(`${this} answered ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`)
      }
    }
    const books = await readBooks(world.sql, world.people)
    if (!isDeepStrictEqual(books, model.people)) {
      throw new Error(`after ${this} the books are ${JSON.stringify(books)}, not ${JSON.stringify(model.people)}`)
    }
  }
  toString(): string {
    return `${JSON.stringify(this.#step)} ${this.#fate}`
  }
}

async function perform(step: Step, world: World, where: 'alone' | 'in a transaction' = 'alone'): Promise<unknown> {
  const { sql, people } = world
  switch (step.do) {
    case 'grant':
      return orRefused(grantCredits(sql, people[step.person], step.amount, world.key(step.key)))
    case 'hold': {
      const hold = { ...step, userId: people[step.person], jobId: world.job(step.job) }
      // The wait until the day's end depends on the time. tests/support/guards/spending.ts tests it.
      const { retry_after_seconds: _, ...answer } = await holdCredits(sql, hold)
      return answer
    }
    case 'start': {
      const hold = { ...step, userId: people[step.person], jobId: world.job(step.job) }
      return (await startJob(sql, hold, { hash: `request ${step.request}`, maxOpen: MAX_OPEN })).outcome
    }
    case 'settle':
      return orRefused(settleJob(sql, world.job(step.job), step.outcome).then((answer) => answer?.settlement ?? null))
    case 'sweep holds':
      return releaseUnusedHolds(sql, step.minutesLater)
    case 'sweep jobs': {
      const expired = await expireJobs(sql, step.minutesLater)
      return expired.map(({ id }) => world.indexOf(id)).sort((a, b) => a - b)
    }
    case 'sign in':
      // A sign-in opens its own transaction.
      if (where === 'alone') await upsertProfile(sql, people[step.person], step.credits)
      return null
    case 'read balance': {
      if (where === 'in a transaction') return null
      const me = people[step.person]
      const [seen] = await runAsUser<{ own: number; other: number }>(
        sql,
        me,
        `select (public.get_user_credits($1)->>'credits')::int as own, (public.get_user_credits($2)->>'credits')::int as other`,
        [me, people[step.person === 0 ? 1 : 0]],
      )
      const { balances } = await readCreditBalances(sql, me)
      return { ...seen, remaining: balances.reduce((sum, { remaining }) => sum + remaining, 0) }
    }
    case 'validate':
      return validateCredits(sql, people[step.person])
    case 'limit':
      await limitSpending(sql, step)
      return null
  }
}

/** Sets the limits. The budget includes what other runs have submitted today, because it counts all users. */
async function limitSpending(sql: Sql, { perUser, budgetLeft, newJobs }: Extract<Step, { do: 'limit' }>) {
  const submitted = await call<number>(sql, 'private.submitted_today()::int', [])
  await readCreditSettings(sql, {
    daily_credits_per_user: perUser,
    daily_credits_budget: budgetLeft === null ? null : submitted + budgetLeft,
    new_jobs: newJobs,
  })
}

function getName(answer: unknown): string {
  if (typeof answer === 'string') return answer
  return answer && typeof answer === 'object' && 'outcome' in answer ? String(answer.outcome) : 'answered'
}

/** Returns the ledger's result, or the code of the error with which it refused the call. */
async function orRefused(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: { code?: string }) => {
    if (error.code === undefined) throw error
    return `refused ${error.code}`
  })
}

export interface PropertyRun {
  runs: number
  seed?: number
  /** Whether to stop at the first failure instead of searching for the smallest one. */
  first?: boolean
}

/** Runs the property on a single connection. Returns the failure with its seed, and all results that were seen. */
export async function checkLedger(sql: Sql, { runs, seed, first = false }: PropertyRun) {
  const seen = new Set<string>()
  const fates = fc.constantFrom<Fate>('answered', 'answered', 'answered', 'answer lost', 'undone')
  const commands = fc.commands(
    steps.map((step) => fc.tuple(step, fates).map(([made, fate]) => new LedgerCommand(made, fate))),
    { maxCommands: 40, size: 'max' },
  )
  const property = fc.asyncProperty(commands, async (sequence) => {
    const people = [await signUp(sql, CREDITS[0]), await signUp(sql, CREDITS[1])] as const
    const run = randomUUID().slice(0, 24)
    const world: World = {
      sql,
      people,
      job: (index) => `${run}${String(index).padStart(12, '0')}`,
      key: (index) => `${run}${index}`,
      seen,
      indexOf: (jobId) => (jobId.startsWith(run) ? Number(jobId.slice(24)) : -1),
    }
    try {
      await fc.asyncModelRun(() => ({ model: new LedgerModel(CREDITS), real: world }), sequence)
    } finally {
      await sql('rollback')
      // Settles everything, so that nothing stays open for the next run's sweeps.
      await limitSpending(sql, { do: 'limit', perUser: null, budgetLeft: null, newJobs: true })
      await perform({ do: 'sweep holds', minutesLater: 16 }, world)
      await perform({ do: 'sweep jobs', minutesLater: 61 }, world)
    }
  })
  const details = await fc.check(property, {
    numRuns: runs,
    // The biased default prefers sequences that are too short to hold, settle, and retry.
    plugins: [fc.unbiased()],
    endOnFailure: first,
    ...(seed === undefined ? {} : { seed }),
  })
  return {
    failure: details.failed ? (fc.defaultReportMessage(details) ?? 'failed') : null,
    seen: [...seen].sort(),
    summary: `${details.numRuns} runs against the model, seed ${details.seed}, ${details.failed ? 'drift found' : 'drift 0'}`,
  }
}
