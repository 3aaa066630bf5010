// Daily limits: how much a run may spend by its seed, and a check that nothing exceeded a limit.
import { readCreditSettings } from '../../harness/ledger/calls.ts'
import type { Sql } from '../../harness/sql.ts'
import { Random } from './random.ts'

/** Daily limits in credits. Null if the run has no such limit. */
export interface Spending {
  perUser: number | null
  budget: number | null
  /** The time zone whose midnight starts the day. */
  zone: string
}

const DAY = `date_trunc('day', now(), 'UTC')`
/** Prices are multiples of 20. Five holds use a limit of 100 up exactly, and exceed a limit of 99 by one credit. */
const PER_USER = [null, 99, 100, 260]
const BUDGETS = [null, null, 999, 1000]

/** Sets the limits in a run's own database. The seed decides when its day began, independent of the real time. */
export async function limitSpending(sql: Sql, seed: number): Promise<Spending> {
  const random = new Random(seed, 'spending')
  const now = new Date()
  const ahead = random.between(0, 1439) - (now.getUTCHours() * 60 + now.getUTCMinutes())
  const offset = `${Math.floor(Math.abs(ahead) / 60)}:${String(Math.abs(ahead) % 60).padStart(2, '0')}`
  const zone = `<run>${ahead < 0 ? '+' : '-'}${offset}`
  const functions = await sql<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc where prokind = 'f' and strpos(prosrc, $1) > 0`,
    [DAY],
  )
  if (functions.length === 0) throw new Error(`no function holds ${DAY}`)
  for (const { definition } of functions) await sql(definition.replaceAll(DAY, DAY.replace('UTC', zone)))
  const [perUser, budget] = [random.pick(PER_USER), random.pick(BUDGETS)]
  await readCreditSettings(sql, { daily_credits_per_user: perUser, daily_credits_budget: budget })
  return { perUser, budget, zone }
}

/**
 * Returns each exceeded limit. An open hold counts only for its own user, and the budget counts only submitted holds.
 * Holds from before midnight that were submitted afterward are not counted here.
 */
export async function findOverspending(sql: Sql, { perUser, budget, zone }: Spending): Promise<string[]> {
  const rows = await sql<{ user_id: string | null; credits: number; submitted: number }>(
    `select user_id, sum(amount)::int as credits, coalesce(sum(amount) filter (where state <> 'open'), 0)::int as submitted
     from private.credit_holds where created_at >= date_trunc('day', now(), $1) and state <> 'released'
     group by rollup (user_id)`,
    [zone],
  )
  return rows.flatMap(({ user_id, credits, submitted }) => {
    if (user_id === null) return budget !== null && submitted > budget ? `${submitted} of ${budget} credits a day` : []
    return perUser !== null && credits > perUser ? `user ${user_id}: ${credits} of ${perUser} credits a day` : []
  })
}
