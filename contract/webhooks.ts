import { z } from 'zod'

/** The answer to a provider that tells of a task. */
const webhookAnswer = z.object({ success: z.literal(true), message: z.string() })

export const webhookRoutes = {
  'POST /generation/webhook/:provider': webhookAnswer,
} as const
