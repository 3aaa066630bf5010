import { z } from 'zod'
import { settlement } from '../../../_shared/contract/fields.ts'

/** A job with the cost that its provider reported. */
export const jobCost = z.object({
  job_id: z.string(),
  created_at: z.string(),
  model: z.string(),
  provider: z.string(),
  credits: z.number(),
  settlement,
  cost: z.number(),
  cost_unit: z.string(),
})
export type ProviderCost = z.output<typeof jobCost>
