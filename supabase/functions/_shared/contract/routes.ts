// The schema of each route's success response. Every error response is a `refusal`.
import type { z } from 'zod'
import { accountRoutes } from './account.ts'
import { adminRoutes } from './admin.ts'
import { capabilityRoutes } from './capabilities.ts'
import { castRoutes } from './cast.ts'
import { creditRoutes } from './credits.ts'
import { jobRoutes } from './jobs.ts'
import { keyRoutes } from './keys.ts'
import { deviceRoutes, outgoingWebhookRoutes } from './messages.ts'
import { serverRoutes } from './server.ts'
import { shareRoutes } from './shares.ts'

export const RESPONSES = {
  // The provider webhook matches the path pattern of the model routes, so it must be first.
  ...serverRoutes,
  ...capabilityRoutes,
  ...creditRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...castRoutes,
  ...jobRoutes,
  ...shareRoutes,
  ...outgoingWebhookRoutes,
  ...deviceRoutes,
  ...adminRoutes,
} as const satisfies Record<string, z.ZodType>
