// Lets only admitted addresses sign in and keep their session. The database refuses the rows of a sign-in (admission.sql), because
// Lite reads the address from Google and stores the user in one step.
import { AsyncLocalStorage } from 'node:async_hooks'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Admission } from './admission.ts'

type Answer = (request: Request) => Response | Promise<Response>

const NOT_ADMITTED = 'SR403'
const CODE = 'not_admitted'

const WRITE_LIST = `
  with wanted as (select jsonb_array_elements_text($1::jsonb) as entry),
    removed as (delete from one_server.admitted where entry not in (select entry from wanted))
  insert into one_server.admitted select entry from wanted on conflict do nothing`

/** The sign-in whose statements run now. */
const signIn = new AsyncLocalStorage<{ isRefused: boolean }>()

/** Notes a refusal of admission.sql for the sign-in that caused it. */
export function noteRefusal(error: unknown): void {
  const current = signIn.getStore()
  if (current && (error as { code?: string }).code === NOT_ADMITTED) current.isRefused = true
}

/** Sends a refused sign-in back to the page with `error_code=not_admitted`, instead of Lite's internal error. */
export function guardSignIn(
  auth: Answer,
  database: { query(sql: string, parameters: unknown[]): Promise<unknown> },
  { admits, list }: Admission,
): Answer {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/auth/v1/callback') {
      const current = { isRefused: false }
      await database.query(WRITE_LIST, [JSON.stringify(list())])
      const response = await signIn.run(current, () => auth(request))
      return current.isRefused ? tellRefusal(response) : response
    }
    const response = await guardTokens(auth, admits)(request)
    return pathname === '/auth/v1/token' ? checkSession(response, admits) : response
  }
}

/** Refuses a user's token whose address isn't admitted any more. A key of the project has no address. */
export function guardTokens(answer: Answer, admits: Admission['admits']): Answer {
  return (request) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const email = token ? readEmail(token) : null
    return email !== null && !admits(email) ? refuse() : answer(request)
  }
}

/** The server that answers verifies the token. A token with another address would fail there. */
function readEmail(token: string): string | null {
  try {
    const { email } = decodeJwt<{ email?: string }>(token)
    return email ?? null
  } catch {
    return null
  }
}

const session = z.object({ user: z.object({ email: z.string() }) })

async function checkSession(response: Response, admits: Admission['admits']): Promise<Response> {
  if (!response.ok) return response
  const read = session.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
  return read.success && admits(read.data.user.email) ? response : refuse()
}

function refuse(): Response {
  return Response.json(
    { code: 403, error_code: CODE, msg: 'This address may not use this server' },
    { status: 403, headers: { 'x-sb-error-code': CODE } },
  )
}

function tellRefusal(response: Response): Response {
  const url = new URL(response.headers.get('location') ?? '')
  url.hash = ''
  for (const [name, value] of [
    ['error', 'access_denied'],
    ['error_code', CODE],
    ['error_description', ''],
  ] as const)
    url.searchParams.set(name, value)
  return new Response(null, { status: 303, headers: { location: url.href } })
}
