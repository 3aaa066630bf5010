// Reads the resource use of the processes and the database from Linux and PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs'
import type { Sql } from '../../../tests/harness/sql.ts'

/**
 * Measures the CPU time of a PostgreSQL server in milliseconds. The result includes all its processes, also ended ones.
 */
export async function openDatabaseClock(sql: Sql): Promise<() => number> {
  const [row] = await sql<{ pid: number }>('select pg_backend_pid() as pid')
  const server = readStat(`${row?.pid}`)?.parent ?? ''
  return () => {
    const ended = readStat(server)
    const living = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(readStat)
      .filter((process) => process?.parent === server)
    return (ended?.ofChildrenMs ?? 0) + living.reduce((sum, process) => sum + (process?.ms ?? 0), 0)
  }
}

/**
 * Reads a process's statistics, or returns null if the process has ended. `ofChildrenMs` is the CPU time of its ended
 * child processes, in steps of 10 ms.
 */
function readStat(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const [user = 0, system = 0] = fields.slice(13, 15).map((ticks) => Number(ticks) * 10)
    const nanoseconds = Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
    return { parent: fields[1] ?? '', ms: nanoseconds / 1e6, ofChildrenMs: user + system }
  } catch {
    return null
  }
}

export interface FunctionUse {
  name: string
  calls: number
  /** The milliseconds in the function itself. An inlined function counts toward its caller. */
  selfMs: number
  totalMs: number
}

export async function readFunctions(sql: Sql): Promise<FunctionUse[]> {
  return sql<FunctionUse>(
    `select funcname as name, sum(calls)::float8 as calls, sum(self_time)::float8 as "selfMs",
       sum(total_time)::float8 as "totalMs"
     from pg_stat_user_functions group by funcname`,
  )
}

/** Returns the use between two moments, most expensive function first. */
export function subtractFunctions(after: readonly FunctionUse[], before: readonly FunctionUse[]): FunctionUse[] {
  const was = new Map(before.map((use) => [use.name, use]))
  return after
    .map(({ name, calls, selfMs, totalMs }) => ({
      name,
      calls: calls - (was.get(name)?.calls ?? 0),
      selfMs: selfMs - (was.get(name)?.selfMs ?? 0),
      totalMs: totalMs - (was.get(name)?.totalMs ?? 0),
    }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.selfMs - a.selfMs)
}

/** Counts the clients' connections. Only a superuser sees other users' connections. */
export async function countConnections(sql: Sql): Promise<number> {
  const [row] = await sql<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`,
  )
  return row?.open ?? Number.NaN
}

/** Returns the CPU time of the whole machine in milliseconds. Other work on the machine slows down everything. */
export function readMachineMs(): number {
  const [user = 0, nice = 0, system = 0] = (/^cpu +(.+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? '')
    .split(' ')
    .map(Number)
  return (user + nice + system) * 10
}
