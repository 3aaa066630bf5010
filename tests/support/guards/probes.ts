import { attempt, type Sql, undone } from '../server/sql.ts'
import { ACCESS_PROBES } from './access.ts'
import { ADMIN_PROBES } from './admin-answers.ts'
import { ANSWER_PROBES } from './answers.ts'
import { CANCEL_PROBES } from './cancel.ts'
import { CONSTRAINT_PROBES } from './constraints.ts'
import { GRANT_PROBES } from './grants.ts'
import { HAND_GRANT_PROBES } from './hand-grants.ts'
import { LIBRARY_PROBES } from './library.ts'
import { LINT_PROBES } from './lints.ts'
import { type Probe, prepareSetting } from './setting.ts'
import { SPENDING_PROBES } from './spending.ts'

/** Everything that must hold on one connection, from what no row may be to who may do what. */
export const PROBES: Record<string, Probe> = {
  ...CONSTRAINT_PROBES,
  ...ANSWER_PROBES,
  ...SPENDING_PROBES,
  ...HAND_GRANT_PROBES,
  ...ADMIN_PROBES,
  ...LIBRARY_PROBES,
  ...CANCEL_PROBES,
  ...ACCESS_PROBES,
  ...GRANT_PROBES,
  ...LINT_PROBES,
}

/** What a probe did while every guard was in place. */
export interface ProbeRun {
  name: string
  failed: boolean
  milliseconds: number
  /** The functions that it reached, as `schema.name`, by PostgreSQL's own count. */
  reached: Set<string>
}

/** Runs every probe once; needs a connection that counts the calls of functions. */
export function runProbes(sql: Sql): Promise<ProbeRun[]> {
  const countCalls = async () => {
    const rows = await sql<{ name: string; calls: string }>(
      `select schemaname || '.' || funcname as name, sum(calls) as calls from pg_stat_xact_user_functions group by 1`,
    )
    return new Map(rows.map(({ name, calls }) => [name, Number(calls)]))
  }
  return undone(sql, async () => {
    const setting = await prepareSetting(sql)
    const runs: ProbeRun[] = []
    for (const [name, probe] of Object.entries(PROBES)) {
      const before = await countCalls()
      const started = performance.now()
      const failed = await fails(sql, () => probe(setting))
      const milliseconds = performance.now() - started
      const after = await countCalls()
      const reached = [...after].filter(([fn, calls]) => calls > (before.get(fn) ?? 0)).map(([fn]) => fn)
      runs.push({ name, failed, milliseconds, reached: new Set(reached) })
    }
    return runs
  })
}

/** The first of these probes that fails in the open transaction, or null. */
export async function firstFailure(sql: Sql, names: readonly string[]): Promise<string | null> {
  const setting = await prepareSetting(sql).catch(() => null)
  if (!setting) return 'no job can be made'
  for (const name of names) if (await fails(sql, async () => PROBES[name]?.(setting))) return name
  return null
}

const fails = (sql: Sql, work: () => Promise<unknown>): Promise<boolean> =>
  attempt(sql, work).then(
    () => false,
    () => true,
  )
