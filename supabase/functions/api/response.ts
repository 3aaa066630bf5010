import type { Context } from 'hono'
import type { z } from 'zod'
import type { RESPONSES } from '../_shared/contract/routes.ts'

export type ResponseBody<R extends keyof typeof RESPONSES> = Omit<z.output<(typeof RESPONSES)[R]>, 'success'>

/** Answers as the contract says for this route. Tests hold every answer of their server against its schema. */
export function sendResponse<R extends keyof typeof RESPONSES>(c: Context, _route: R, body: ResponseBody<R>): Response {
  return c.json({ success: true, ...body })
}
