// Simulates the services outside the project that the doctor calls: Google, the management API, and the provider.
import type { Context } from '../../../tools/doctor/checks/check.ts'

/** Simulates Google with an OAuth client that has this redirect URL. */
export function createGoogle(registered: string) {
  return (request: Request): Response => {
    const { searchParams } = new URL(request.url)
    const isKnown = searchParams.get('redirect_uri') === registered
    const authError = Buffer.from('\n\x15redirect_uri_mismatch\x12\x04Oops').toString('base64')
    const location = isKnown
      ? 'https://accounts.google.com/v3/signin/identifier?flowName=GeneralOAuthFlow'
      : `https://accounts.google.com/signin/oauth/error?${new URLSearchParams({ authError })}`
    return new Response(null, { status: 302, headers: { location } })
  }
}

/** Simulates calls of Supabase's management API: the settings of Storage and of the Data API, and a read-only statement. */
export function createManagementApi(token: string, sql: Context['sql']) {
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.headers.get('authorization') !== `Bearer ${token}`)
      return Response.json({ message: 'Unauthorized' }, { status: 401 })
    if (pathname === '/v1/projects/project/config/storage') return Response.json({ fileSizeLimit: 209_715_200 })
    if (pathname === '/v1/projects/project/postgrest')
      return Response.json({
        db_schema: 'public,graphql_public',
        max_rows: 1000,
        db_extra_search_path: 'public, extensions',
      })
    if (pathname === '/v1/projects/project/database/query/read-only') {
      const { query } = (await request.json()) as { query: string }
      return Response.json(await sql(query), { status: 201 })
    }
    return Response.json({ message: 'Not found' }, { status: 404 })
  }
}

/** Simulates Pollo's balance request. */
export function createPollo(key: string) {
  return (request: Request): Response => {
    if (request.headers.get('x-api-key') !== key)
      return Response.json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, { status: 401 })
    return Response.json({ code: 'SUCCESS', message: 'success', data: { availableCredits: 90, totalCredits: 100 } })
  }
}
