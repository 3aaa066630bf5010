// Answers 503 while the database is away, as PostgREST does.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** PostgreSQL's codes for lost connections, a shutdown or start, and a lack of connections. */
const AWAY = /^(?:08|57P0|53300)/

const request = new AsyncLocalStorage<{ isAway: boolean }>()

/** Notes for the current request that the database is away. An error that PostgreSQL didn't send is one of the connection. */
export function noteOutage(error: unknown): void {
  const current = request.getStore()
  const isAway = !(error instanceof pg.DatabaseError) || AWAY.test(error.code ?? '')
  if (current && isAway) current.isAway = true
}

type Answer = (request: Request) => Response | Promise<Response>

/** Replaces the answer of a request that met an outage. Its changes may or may not be stored. */
export function tellOutages(answer: Answer): (request: Request) => Promise<Response> {
  return (asked) =>
    request.run({ isAway: false }, async () => {
      const response = await callUnlessAway(answer, asked)
      if (response && (response.ok || !request.getStore()?.isAway)) return response
      await response?.body?.cancel()
      return Response.json(
        { code: 'PGRST000', message: 'The database is not available', details: null, hint: null },
        { status: 503, headers: { 'retry-after': '5' } },
      )
    })
}

/** Returns null if an outage made the call fail. */
async function callUnlessAway(answer: Answer, asked: Request): Promise<Response | null> {
  try {
    return await answer(asked)
  } catch (error) {
    if (request.getStore()?.isAway) return null
    throw error
  }
}
