import type { Context } from 'hono'
import type { z } from 'zod'
import type { ANSWERS } from '../_shared/contract/routes.ts'

export type AnswerBody<R extends keyof typeof ANSWERS> = Omit<z.output<(typeof ANSWERS)[R]>, 'success'>

/** Answers as the contract says for this route. Tests hold every answer of their server against its schema. */
export function sendAnswer<R extends keyof typeof ANSWERS>(c: Context, _route: R, body: AnswerBody<R>): Response {
  return c.json({ success: true, ...body })
}
