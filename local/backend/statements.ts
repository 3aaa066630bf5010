// What Supabase Lite 0.10 tells of the statements that fail. PGlite hangs the statement and its parameters on each error (names,
// e-mail addresses, refresh tokens), Lite prints the error on the console, and an error it does not know goes to the browser
// as it is.
import type { PgliteConnection } from '@supabase/lite/pglite'

/** Takes statement and parameters from the errors of the connection; Postgres' own message, code and place stay. */
export function forgetParameters({ driver }: PgliteConnection): void {
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

/** Lite's code for an error that it has no answer for. */
const UNKNOWN_ERROR = 'SUP'

/** Wraps Lite's handler for /rest/v1: PostgREST tells nothing of a fault of its own but that there is one. */
export function hideStatements(lite: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await lite(request)
    if (response.status !== 500) return response
    const { code } = (await response.clone().json()) as { code?: string }
    if (code !== UNKNOWN_ERROR) return response
    return Response.json(
      { code: 'XX000', message: 'The database could not answer', details: null, hint: null },
      { status: 500 },
    )
  }
}
