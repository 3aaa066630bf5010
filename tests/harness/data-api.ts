import { CLOCK_HEADER, getResponseAt } from './clock.ts'
import type { Sql } from './sql.ts'
import { createStorage, type MemoryStorage } from './storage.ts'

/**
 * Creates the parts of a hosted Data API and Storage that the API needs, in front of a real PostgreSQL. Function calls run as
 * statements of the given role. If the database refuses or doesn't respond, the result is a 503, as from PostgREST.
 */
export function createDataApi(
  sql: Sql,
  storage: MemoryStorage = createStorage(),
): { fetch(request: Request): Promise<Response> } {
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/storage/v1/')) return storage.fetch(request)
      const name = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1]
      if (!name) return Response.json({ message: 'not found' }, { status: 404 })
      const given = Object.entries((await request.json()) as Record<string, unknown>)
      const list = given.map(([key], index) => `${key} => $${index + 1}`)
      // A list of texts becomes a PostgreSQL array, not JSON.
      const isJson = (value: unknown) =>
        Array.isArray(value) ? value.some(isJson) : typeof value === 'object' && value !== null
      const values = given.map(([, value]) => (isJson(value) ? JSON.stringify(value) : value))
      const moment = request.headers.get(CLOCK_HEADER)
      try {
        const answer = `to_json(public.${name}(${list}))`
        const [row] = await sql<{ answer: unknown }>(
          moment ? getResponseAt(answer, `$${values.length + 1}::timestamptz`) : `select ${answer} as answer`,
          moment ? [...values, moment] : values,
        )
        return Response.json(row?.answer ?? null)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        return Response.json({ code: 'PGRST001', message }, { status: 503 })
      }
    },
  }
}
