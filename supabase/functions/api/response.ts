import type { Context } from 'hono'
import type { z } from 'zod'
import type { ANSWERS } from '../_shared/contract/routes.ts'

export type ResponseBody<R extends keyof typeof ANSWERS> = Omit<z.output<(typeof ANSWERS)[R]>, 'success'>

/** Answers as the contract says for this route. Tests hold every answer of their server against its schema. */
export function sendResponse<R extends keyof typeof ANSWERS>(c: Context, _route: R, body: ResponseBody<R>): Response {
  return c.json({ success: true, ...body })
}
