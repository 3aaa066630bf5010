// PGlite attaches a failing statement and its parameters (names, email addresses, refresh tokens) to the error; Supabase
// Lite 0.10 prints it, and sends errors that it does not know to the browser.
import type { PgliteConnection } from '@supabase/lite/pglite'

/** Keeps Postgres' own message, code and position. */
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

/** Reduces each database fault to the fact that there is one, like PostgREST. */
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
