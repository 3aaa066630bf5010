// The door for agents: one stateless address that speaks the Model Context Protocol, old and new. Its code is loaded with the first call,
// so that a start only reads its text (docs/decisions/044).
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'

/** A small image in a call. Larger ones are uploaded first, and named by their ID. */
const MAX_BYTES = 1024 * 1024
const MCP_BODY: BodyLimit = { maxBytes: MAX_BYTES, tooLarge: () => REFUSALS.toolTooLarge(MAX_BYTES) }

/** Calls a route of this API inside the process. */
type CallRoute = (path: string, init: RequestInit) => Response | Promise<Response>

/** Creates the route of agents. Without a credential even the list of tools is refused, so that a wrong one is noticed at once. */
export function createMcpRoutes({ env, limits, log, now, signedIn, sleep }: Parts, request: CallRoute) {
  const origins = env.ALLOWED_ORIGINS
  // The first one has the pages of shared videos.
  const [siteUrl = ''] = origins
  return new Hono<{ Variables: ApiVariables }>()
    .post('/mcp', refuseForeignPages(origins), signedIn, limits.mcp, async (c) => {
      const message = await readJsonBody(c, MCP_BODY)
      if (Array.isArray(message)) throw new RequestError(REFUSALS.oneMessage())
      const { serveMcp } = await import('../services/mcp/serve-mcp.ts')
      const authorization = c.req.header('authorization') ?? ''
      const requestId = c.get('requestId')
      const caller = { request, authorization, requestId, siteUrl, now, sleep, log }
      const answer = await serveMcp(c.req.raw, message, caller)
      // A stream's own `no-cache` lets caches keep it.
      answer.headers.set('cache-control', 'no-store, no-transform')
      return answer
    })
    .all('/mcp', (c) => {
      c.header('allow', 'POST')
      throw new RequestError(REFUSALS.postOnly())
    })
}

/** The protocol asks for it: a page that leads a name to this machine could otherwise call a server on it. */
function refuseForeignPages(origins: string[]) {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !origins.includes(origin)) throw new RequestError(REFUSALS.foreignOrigin())
    await next()
  })
}
