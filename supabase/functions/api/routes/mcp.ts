// The MCP endpoint for agents: one stateless URL that supports old and new protocol versions. The first request loads
// the MCP code. Until then, a cold start only parses that code (docs/decisions/010-api-keys-and-mcp.md).
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'

/** The limit of a request body, enough for a small image. Larger images must be uploaded first and passed by ID. */
const MAX_BYTES = 1024 * 1024
const MCP_BODY: BodyLimit = { maxBytes: MAX_BYTES, tooLarge: () => REFUSALS.toolTooLarge(MAX_BYTES) }

/** Calls a route of this API within the process. */
type CallRoute = (path: string, init: RequestInit) => Response | Promise<Response>

/** Creates the MCP route. Even the list of tools requires a credential, so a wrong one fails immediately. */
export function createMcpRoutes({ env, limits, log, now, signedIn, sleep }: Parts, request: CallRoute) {
  const origins = env.ALLOWED_ORIGINS
  // The first origin serves the share pages.
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
      // The stream's `no-cache` would let caches store the response.
      answer.headers.set('cache-control', 'no-store, no-transform')
      return answer
    })
    .all('/mcp', (c) => {
      c.header('allow', 'POST')
      throw new RequestError(REFUSALS.postOnly())
    })
}

/**
 * Refuses requests from pages of other sites, as the protocol requires. This prevents DNS rebinding attacks on a local
 * server.
 */
function refuseForeignPages(origins: string[]) {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin')
    if (origin !== undefined && !origins.includes(origin)) throw new RequestError(REFUSALS.foreignOrigin())
    await next()
  })
}
