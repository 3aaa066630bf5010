// Hides statements from errors. PGlite adds the failing statement and its parameters (names, email addresses, refresh
// tokens) to the error. Supabase Lite 0.10 prints the error, and sends unknown errors to the browser.
import type { PgliteConnection } from '@supabase/lite/pglite'

/** Removes the statement and its parameters from errors. Postgres's own message, code, and position remain. */
export function clearParameters({ driver }: PgliteConnection): void {
  const query = driver.query.bind(driver)
  driver.query = async (...args: Parameters<typeof query>) => {
    try {
      return await query(...args)
    } catch (error) {
      for (const field of ['query', 'params', 'where']) delete (error as Record<string, unknown>)[field]
      throw error
    }
  }
}

const UNKNOWN_ERROR = 'SUP'

/** Replaces the details of each database error with a generic message, as PostgREST does. */
export function hideStatements(lite: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await lite(request)
    if (response.status !== 500) return response
    const { code } = (await response.clone().json()) as { code?: string }
    if (code !== UNKNOWN_ERROR) return response
    return Response.json(
      { code: 'XX000', message: 'The database query failed', details: null, hint: null },
      { status: 500 },
    )
  }
}
