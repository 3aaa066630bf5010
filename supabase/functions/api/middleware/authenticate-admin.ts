import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { z } from 'zod'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { readJsonBody } from '../read-json-body.ts'
import { adminCredentials, parseBody } from '../requests.ts'
import { type AdminAccount, PUBLISHED_PASSWORD } from '../services/admin/admin-account.ts'
import { isAdminToken } from '../services/admin/admin-token.ts'
import type { createAdminTries } from '../services/admin/admin-tries.ts'
import { clientAddress } from '../services/admin/client-address.ts'
import { isPassword } from '../services/admin/password-hash.ts'

export interface AdminGuard {
  account: AdminAccount
  tries: ReturnType<typeof createAdminTries>
  /** The header in which the platform writes the client's address. */
  addressHeader: string
  /** Origins of our pages, where they are not the API's own. */
  pageOrigins: string[]
  /** Whether the published password may be the password (the local default). */
  allowPublished: boolean
  now: () => Date
}

type ApiContext = Context<{ Variables: ApiVariables }>

/** One answer for whatever is wrong with a credential: it must not say which part of it was right. */
function refused(cause: string): RequestError {
  return new RequestError('unauthorized', 'The user name or password is not right, or the login has ended.', {
    cause: new Error(cause),
  })
}

/**
 * Checks a password and, where one was sent, the user name. Right or wrong, both are compared in full after one hash, so
 * that the time says nothing. Throws RequestError 401, or 429 while this address or the account has to wait.
 */
export async function checkAdminPassword(
  c: ApiContext,
  { account, tries, addressHeader, allowPublished }: AdminGuard,
  given: { username?: string | undefined; password: string },
): Promise<void> {
  const address = clientAddress(c.req.header(addressHeader))
  const wait = await tries.take(address, given.password)
  if (wait > 0) {
    c.header('retry-after', String(wait))
    throw new RequestError(
      'locked',
      `There were too many wrong tries. Try again in ${wait === 1 ? '1 second' : `${wait} seconds`}.`,
      {
        data: { retryAfterSeconds: wait },
        cause: new Error(`admin tries from ${address} have to wait`),
      },
    )
  }
  const [nameIsRight, passwordIsRight] = await Promise.all([
    timingSafeEqual(given.username ?? account.username, account.username),
    isPassword(given.password, account.passwordHash),
  ])
  if (!nameIsRight || !passwordIsRight) throw refused(`wrong admin credentials from ${address}`)
  if (given.password === PUBLISHED_PASSWORD && !allowPublished) throw refused('the admin password is the published one')
  await tries.clear(address)
}

/** Lets an administrator through: by token, by a body with user name and password, or by `?password=` (see isOwnCall). */
export function authenticateAdmin(guard: AdminGuard) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    // A browser may carry a user's session beside the password: that alone is no reason to refuse.
    if (!token || !(await isAdminToken(token, guard.account, guard.now()))) {
      const given = await givenPassword(c, guard.pageOrigins)
      if (!given) throw refused(token ? 'not an admin token' : 'no admin credentials')
      await checkAdminPassword(c, guard, given)
    }
    await next()
  })
}

async function givenPassword(c: ApiContext, pageOrigins: string[]): Promise<z.output<typeof adminCredentials> | null> {
  if (c.req.method === 'POST' && c.req.header('content-type')) {
    const body = await readJsonBody(c)
    // A call with a token that has ended carries a body of its own, and no password.
    const isGiven = typeof body === 'object' && body !== null && 'password' in body
    return isGiven ? parseBody(adminCredentials, body) : null
  }
  const password = c.req.query('password')
  return password && isOwnCall(c, pageOrigins) ? parseBody(adminCredentials, { password }) : null
}

/**
 * Whether one of our pages called this address from its code. Any page, and any picture in one, can make a browser ask for
 * an address with a wrong password in it: counted, such tries would lock the administrator out. Browsers say who asks and
 * what for in headers that no page can set or leave out (Sec-Fetch-*, since 2023 in all of them, on https and on this
 * machine). What sends none of them is no browser: it speaks for its own address alone.
 */
function isOwnCall(c: ApiContext, pageOrigins: string[]): boolean {
  const origin = c.req.header('origin')
  const isOurPage = origin !== undefined && pageOrigins.includes(origin)
  const site = c.req.header('sec-fetch-site')
  if (site === undefined) return origin === undefined || isOurPage
  const isFetch = c.req.header('sec-fetch-mode') === 'cors' && c.req.header('sec-fetch-dest') === 'empty'
  return isFetch && (site === 'same-origin' || isOurPage)
}
