// npm run bench:db: what the database costs as it grows, and how much of it there is. Prints a table; about two minutes.

import { openTestSupabase } from '../../tests/harness/database.ts'
import { signUp } from '../../tests/harness/ledger/people.ts'
import { type Database, openPostgres } from '../../tests/harness/postgres.ts'
import { createPgliteSql, type Sql } from '../../tests/harness/sql.ts'
import { fill } from './fill.ts'
import { ADMIN_PAGE, type Clients, OPERATIONS } from './operations.ts'

const SIZES = [10, 1000, 10_000, 1_000_000]
const LABELS = ['10', '10^3', '10^4', '10^6']
const ROUNDS = 400
/** At the largest size, an operation may cost this much more than at the smallest (a full page of records: at 10^3). */
const BAR = 1.3
const THROUGHPUT_MS = 3000
const THROUGHPUT_SIZE = 10_000

interface Target {
  clients: Clients
  person: string
}

const countClaims = (person: string) => JSON.stringify({ role: 'authenticated', sub: person })
const BECOME = `select set_config('role', $1, false), set_config('request.jwt.claims', $2, false), set_config('request.jwt.claim.sub', $3, false)`

/** Medians in milliseconds by operation, one per size: the sizes take turns, so that a slow moment hits all of them. */
async function getMedians(targets: Target[]): Promise<Map<string, number[]>> {
  const result = new Map<string, number[]>()
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const times: number[][] = targets.map(() => [])
    for (let round = -20; round < ROUNDS; round++) {
      for (const [index, { clients, person }] of targets.entries()) {
        const start = performance.now()
        await operation(clients, person)
        // The first rounds warm caches and plans.
        if (round >= 0) times[index]?.push(performance.now() - start)
      }
    }
    result.set(
      name,
      times.map((each) => each.sort((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN),
    )
  }
  return result
}

/** Operations per second of these clients together. */
async function measureThroughput(name: string, targets: Target[]): Promise<number> {
  const operation = OPERATIONS[name]
  const end = performance.now() + THROUGHPUT_MS
  let done = 0
  await Promise.all(
    targets.map(async ({ clients, person }) => {
      while (performance.now() < end) {
        await operation?.(clients, person)
        done += 1
      }
    }),
  )
  return Math.round((done * 1000) / THROUGHPUT_MS)
}

function printMedians(engine: string, found: Map<string, number[]>): void {
  console.log(`\n${engine}: median milliseconds by number of ledger entries and of login records`)
  console.table(
    Object.fromEntries(
      [...found].map(([name, times]) => {
        const ratio = (times.at(-1) ?? 0) / (times[name === ADMIN_PAGE ? 1 : 0] ?? 0)
        return [
          name,
          {
            ...Object.fromEntries(times.map((time, index) => [LABELS[index], time.toFixed(3)])),
            'largest / smallest': `${ratio.toFixed(2)}${ratio > BAR ? ` (over ${BAR})` : ''}`,
          },
        ]
      }),
    ),
  )
}

const MEASURED = ['get_user_credits', 'hold + capture']
const perSecond: Record<string, Record<string, number>> = Object.fromEntries(MEASURED.map((name) => [name, {}]))

async function addThroughput(clients: string, targets: Target[]): Promise<void> {
  for (const name of MEASURED) {
    const row = perSecond[name]
    if (row) row[clients] = await measureThroughput(name, targets)
  }
}

/** PGlite's only connection takes the person's part and the server's in turn. */
function runInTurn(sql: Sql, person: string): Clients {
  let current = ''
  const as =
    (role: string): Sql =>
    async (statement, parameters) => {
      if (current !== role) await sql(BECOME, [role, countClaims(person), person])
      current = role
      return sql(statement, parameters)
    }
  return { asServer: as('service_role'), asPerson: as('authenticated') }
}

async function benchPglite(): Promise<void> {
  const databases = await Promise.all(SIZES.map(() => openTestSupabase()))
  const targets: Target[] = []
  for (const [index, database] of databases.entries()) {
    const sql = createPgliteSql(database.connection.driver)
    const person = await fill(sql, SIZES[index] ?? 0)
    targets.push({ person, clients: runInTurn(sql, person) })
  }
  printMedians('PGlite', await getMedians(targets))
  await addThroughput(
    'PGlite, 1 client',
    targets.slice(SIZES.indexOf(THROUGHPUT_SIZE), SIZES.indexOf(THROUGHPUT_SIZE) + 1),
  )
  for (const database of databases) await database.close()
}

async function connect(database: Database, person: string): Promise<Target> {
  const [browser, server] = [await database.connect('authenticated'), await database.connect('service_role')]
  await browser.sql(BECOME, ['authenticated', countClaims(person), person])
  return { person, clients: { asPerson: browser.sql, asServer: server.sql } }
}

async function benchPostgres(): Promise<void> {
  const postgres = await openPostgres({ settings: ['fsync=on'] })
  try {
    const targets: Target[] = []
    for (const size of SIZES) {
      const database = await postgres.createDatabase()
      const loader = await database.connect('none')
      targets.push(await connect(database, await fill(loader.sql, size)))
      if (size === THROUGHPUT_SIZE) {
        for (const count of [1, 8, 32]) {
          const crowd: Target[] = []
          while (crowd.length < count) crowd.push(await connect(database, await signUp(loader.sql, 1_000_000_000)))
          await addThroughput(`PostgreSQL, ${count} client${count === 1 ? '' : 's'}`, crowd)
        }
      }
      await loader.close()
    }
    printMedians('PostgreSQL', await getMedians(targets))
  } finally {
    await postgres.remove()
  }
}

await benchPglite()
await benchPostgres()
console.log('\nOperations per second of all clients together, at 10^4 entries')
console.table(perSecond)
