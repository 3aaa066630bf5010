import type { Context } from 'hono'
import type { z } from 'zod'
import type { RESPONSES } from '../_shared/contract/routes.ts'

export type ResponseBody<R extends keyof typeof RESPONSES> = Omit<z.output<(typeof RESPONSES)[R]>, 'success'>

/**
 * Sends a success response. The types require the contract's body for the route, and tests check every response against
 * its schema.
 */
export function sendResponse<R extends keyof typeof RESPONSES>(c: Context, _route: R, body: ResponseBody<R>): Response {
  return c.json({ success: true, ...body })
}
