import * as z from 'zod/mini'

const taskId = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined)
const answer = z.object({ taskId, data: z.catch(z.optional(z.object({ taskId })), undefined) })

/** The task id of a create answer, opaque, or null: with and without the vendor's envelope. */
export function parseCreate(body: unknown): string | null {
  const parsed = answer.safeParse(body).data
  return parsed?.data?.taskId ?? parsed?.taskId ?? null
}
