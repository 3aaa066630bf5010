import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { z } from 'zod'
import { adminCredentials } from '../../_shared/contract/admin.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import type { Env } from '../env.ts'
import { RequestError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody } from '../requests.ts'
import { type AdminAccount, PUBLISHED_PASSWORD, readAdminAccount } from '../services/admin/admin-account.ts'
import { isAdminToken } from '../services/admin/admin-token.ts'
import { createAdminTries } from '../services/admin/admin-tries.ts'
import { readClientAddress } from '../services/admin/client-address.ts'
import { isPassword } from '../services/admin/password-hash.ts'
import type { Call } from '../services/database.ts'

export interface AdminGuard {
  account: AdminAccount
  tries: ReturnType<typeof createAdminTries>
  addressHeader: string
  pageOrigins: string[]
  allowPublished: boolean
  now: () => Date
}

/** Returns null and logs the reason if the settings have no valid administrator. */
export function createAdminGuard(env: Env, call: Call, now: () => Date, log: Log): AdminGuard | null {
  const account = readAdminAccount(env)
  if ('refusal' in account) {
    log({ level: 'warn', message: 'admin access is off', cause: account.refusal })
    return null
  }
  return {
    account,
    tries: createAdminTries(call, account),
    addressHeader: env.CLIENT_ADDRESS_HEADER,
    pageOrigins: env.ALLOWED_ORIGINS,
    allowPublished: env.ADMIN_DEFAULT_PASSWORD,
    now,
  }
}

type ApiContext = Context<{ Variables: ApiVariables }>

/** Uses one message for all faults, so that the response doesn't reveal which credential was correct. */
function createCredentialError(cause: string): RequestError {
  return new RequestError(REFUSALS.adminCredential(), { cause: new Error(cause) })
}

/** Takes equally long for a wrong name and a wrong password. Throws RequestError with 401, or with 429 while locked. */
export async function checkAdminPassword(
  c: ApiContext,
  { account, tries, addressHeader, allowPublished }: AdminGuard,
  given: { username?: string | undefined; password: string },
): Promise<void> {
  const address = readClientAddress(c.req.header(addressHeader))
  const wait = await tries.count(address, given.password)
  if (wait > 0) {
    throw new RequestError(REFUSALS.locked(wait), {
      retryAfterSeconds: wait,
      cause: new Error(`too many failed admin logins from ${address}`),
    })
  }
  const [nameIsRight, passwordIsRight] = await Promise.all([
    timingSafeEqual(given.username ?? account.username, account.username),
    isPassword(given.password, account.passwordHash),
  ])
  if (!nameIsRight || !passwordIsRight) throw createCredentialError(`wrong admin credentials from ${address}`)
  if (given.password === PUBLISHED_PASSWORD && !allowPublished)
    throw createCredentialError('the admin password is the published one')
  await tries.clear(address)
}

/** Accepts a token, a body with username and password, or `?password=` (see isOwnCall). */
export function authenticateAdmin(guard: AdminGuard) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    // A browser may send a user's session token along with the password.
    if (!token || !(await isAdminToken(token, guard.account, guard.now()))) {
      const given = await readPassword(c, guard.pageOrigins)
      if (!given) throw createCredentialError(token ? 'not an admin token' : 'no admin credentials')
      await checkAdminPassword(c, guard, given)
    }
    await next()
  })
}

async function readPassword(c: ApiContext, pageOrigins: string[]): Promise<z.output<typeof adminCredentials> | null> {
  if (c.req.method === 'POST' && c.req.header('content-type')) {
    const body = await readJsonBody(c)
    // A request with an expired token may have a body without a password.
    const isGiven = typeof body === 'object' && body !== null && 'password' in body
    return isGiven ? parseBody(adminCredentials, body) : null
  }
  const password = c.req.query('password')
  return password && isOwnCall(c, pageOrigins) ? parseBody(adminCredentials, { password }) : null
}

/**
 * Returns whether `?password=` may be read from this request.
 * Any page can make a browser request a URL with a wrong password, which would lock the administrator out. So only our
 * pages and clients that aren't browsers may use `?password=`. All browsers since 2023 send Sec-Fetch-* headers, which
 * no page can set.
 */
function isOwnCall(c: ApiContext, pageOrigins: string[]): boolean {
  const origin = c.req.header('origin')
  const isOurPage = origin !== undefined && pageOrigins.includes(origin)
  const site = c.req.header('sec-fetch-site')
  if (site === undefined) return origin === undefined || isOurPage
  const isFetch = c.req.header('sec-fetch-mode') === 'cors' && c.req.header('sec-fetch-dest') === 'empty'
  return isFetch && (site === 'same-origin' || isOurPage)
}
