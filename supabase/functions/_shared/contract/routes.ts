// Every route with the schema of its answer. All others, whatever the route, are a `refusal`.
import type { z } from 'zod'
import { accountRoutes } from './account.ts'
import { adminRoutes } from './admin.ts'
import { capabilityRoutes } from './capabilities.ts'
import { creditRoutes } from './credits.ts'
import { jobRoutes } from './jobs.ts'
import { keyRoutes } from './keys.ts'
import { outgoingWebhookRoutes } from './outgoing-webhooks.ts'
import { serverRoutes } from './server.ts'
import { shareRoutes } from './shares.ts'

export const RESPONSES = {
  // Before the models: the address of provider webhooks has their form.
  ...serverRoutes,
  ...capabilityRoutes,
  ...creditRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...jobRoutes,
  ...shareRoutes,
  ...outgoingWebhookRoutes,
  ...adminRoutes,
} as const satisfies Record<string, z.ZodType>
