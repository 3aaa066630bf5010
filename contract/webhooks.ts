import { z } from 'zod'

/** The answer to a provider that tells of a task. */
export const webhookAnswer = z.object({ success: z.literal(true), message: z.string() })
