// Hides statements from errors. PGlite adds the failing statement and its parameters (names, email addresses, refresh
// tokens) to the error. Supabase Lite 0.10 prints the error, and sends unknown errors to the browser.
/** Removes the statement and its parameters from a database's error. Its message, code, and position remain. */
export function clearParameters(error: unknown): void {
  for (const field of ['query', 'params', 'where', 'internalQuery']) delete (error as Record<string, unknown>)[field]
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
