// The two databases behind the API in a run: one as on a hosted project, and one as on a server for a team.
import pg from 'pg'
import { MOVABLE_CLOCK } from '../../harness/clock.ts'
import { createDataApi } from '../../harness/data-api.ts'
import { type Database, openPostgres } from '../../harness/postgres.ts'
import type { MemoryStorage } from '../../harness/storage.ts'
import { startTeamDatabase } from '../../harness/team-database.ts'
import { type Gate, isDeadlock } from './time.ts'

/** A PostgreSQL server, and what answers the API's database calls. */
export interface Backend {
  name: BackendName
  /** Creates a migrated database. Its calls wait at the gate, and `onDeadlock` gets the details of each deadlock. */
  open(options: { gate: Gate; storage: MemoryStorage; onDeadlock(what: string): void }): Promise<OpenBackend>
  crash(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

export interface OpenBackend {
  db: Database
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

export type BackendName = 'hosted' | 'team'

export const openBackend = (name: BackendName): Promise<Backend> =>
  name === 'hosted' ? openHostedBackend() : openTeamBackend()

/** A hosted project's database, with a small Data API in front. */
async function openHostedBackend(): Promise<Backend> {
  const { createDatabase, ...server } = await openPostgres()
  return {
    ...server,
    name: 'hosted',
    async open({ gate, storage, onDeadlock }) {
      const db = await createDatabase()
      const pool = db.clients(20)
      const { fetch } = createDataApi(gate.guard(pool.sql, onDeadlock), storage)
      return { db, fetch, close: pool.close }
    },
  }
}

/** The database that `DATABASE_URL` names on a server for a team, with Supabase Lite in front, as in local/. */
async function openTeamBackend(): Promise<Backend> {
  const { server, open: openDatabase } = await startTeamDatabase()
  const { error: print } = console
  let noteDeadlock = (_what: string) => {}
  // Lite prints each error of the database, and hides the code of a deadlock from its response.
  console.error = (...output: unknown[]) => {
    const [error] = output
    if (isDeadlock(error)) noteDeadlock(`a deadlock: ${(error as pg.DatabaseError).detail}`)
    else if (!isOutage(error)) print(...output)
  }
  return {
    ...server,
    name: 'team',
    async open({ gate, storage, onDeadlock }) {
      noteDeadlock = onDeadlock
      const { db, supabase } = await openDatabase()
      await db.sql(MOVABLE_CLOCK)
      return {
        db,
        fetch: (request) =>
          new URL(request.url).pathname.startsWith('/storage/v1/')
            ? storage.fetch(request)
            : gate.pass(() => supabase.fetch(request)),
        close: supabase.close,
      }
    },
    async remove() {
      console.error = print
      await server.remove()
    },
  }
}

/** Returns whether the database is away because the test crashed it. */
function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^57P0/.test(error.code ?? '')
  return (
    error instanceof Error &&
    /^Connection terminated|^Client has encountered a connection error|^(?:connect|read|write) E/.test(error.message)
  )
}
