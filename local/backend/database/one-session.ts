import type { PgliteConnection } from '@supabase/lite/pglite'
import type { Session } from './sessions.ts'

/**
 * Lends PGlite's only session to one caller at a time. Supabase Lite 0.10 sends the statements of all requests as they arrive. Two
 * requests could then share a transaction and its role.
 */
export function lendOneSession({ driver }: PgliteConnection): () => Promise<Session> {
  let free = Promise.resolve()
  return async () => {
    const before = free
    const released = Promise.withResolvers<void>()
    free = released.promise
    await before
    return {
      // PGlite sends a statement in six messages, or in two with exec(), which would also run a second, injected statement.
      query: (sql, parameters) =>
        sql === 'begin' || sql === 'commit'
          ? driver.exec(sql).then(([result]) => result ?? { rows: [] })
          : driver.query(sql, parameters?.map(asText)),
      release: released.resolve,
    }
  }
}

/**
 * Converts an object to JSON text. PGlite 0.4 fails on an object for an array, and the partly written message breaks
 * the next one.
 */
function asText(parameter: unknown): unknown {
  const isObject = typeof parameter === 'object' && parameter !== null && parameter.constructor === Object
  return isObject ? JSON.stringify(parameter) : parameter
}
