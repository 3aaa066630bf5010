import { z } from 'zod'
import { addFallback, filled, wrapResponse } from './fields.ts'
import { modelInputs } from './inputs.ts'

const positive = z.number().positive()

const duration = z.object({
  seconds: positive,
  deliveredSeconds: positive,
  /** The credits added to the model's price. Absent if none are. */
  adds: z.int().min(0).optional(),
  /** `isLearned`: nine in ten recent jobs took this long. Otherwise it is the specified estimate. */
  estimateSeconds: z.object({ from: z.number(), to: positive, isLearned: z.boolean().optional() }),
})
export type DurationOption = z.output<typeof duration>

/** A model's end. It is announced 30 days before. */
const modelEnding = z.object({
  /** The last day, in UTC, such as 2026-12-31. */
  on: filled,
  isOver: z.boolean(),
  /** The model that follows it. Null if none is named, or none is offered. */
  replacedBy: z.object({ id: filled, name: filled }).nullable(),
})
export type ModelEnding = z.output<typeof modelEnding>

export const modelCapabilities = z.object({
  id: filled,
  name: filled,
  maker: z.string(),
  description: z.string(),
  logo: z.string().regex(/^\//),
  /** The path of a create request, relative to `/generation`. */
  path: filled,
  credits: positive,
  isOn: z.boolean(),
  /** Null if the model has no end, or one that is more than 30 days away. */
  ending: addFallback(modelEnding.nullable(), null),
  durations: z.array(duration).min(1),
  aspectRatios: z.array(filled).min(1),
  makesFrom: z.object({ text: z.boolean(), image: z.boolean() }),
  /** Whether the model refuses an image without a prompt. */
  imageNeedsPrompt: z.boolean(),
  hasSound: z.boolean(),
  /** When a job can be canceled. `queue`: only while the job waits in the provider's queue. */
  cancel: z.enum(['queue', 'always', 'no']),
  hasQueuePosition: z.boolean(),
  maxPromptLength: positive,
  /** The limits in characters, by mode. Null if the model doesn't support negative prompts. */
  maxNegativePromptLength: z.object({ text: positive.nullable(), image: positive.nullable() }),
  takesSeed: z.boolean(),
  /** The inputs that the model supports besides a prompt and a first image. Null for none. */
  inputs: addFallback(modelInputs.nullable(), null),
  /** The names of the providers that may receive the prompt, in order of preference. Empty if unknown. */
  providers: addFallback(z.array(filled), []),
})
export type ModelCapabilities = z.output<typeof modelCapabilities>

/** The models and limits that the API reports to the browser. */
export interface Capabilities {
  /** The limit of jobs in progress per user. */
  maxOpenJobs: number
  /** The server's public key for Web Push (VAPID), in base64url. Null if it sends no notifications. */
  pushKey: string | null
  models: ModelCapabilities[]
}

/** A model that the client can't parse becomes null. The other models remain. */
export const capabilitiesResponse = wrapResponse(
  z.object({
    maxOpenJobs: z.int().positive(),
    pushKey: addFallback(z.string().nullable(), null),
    models: z.array(addFallback(modelCapabilities.nullable(), null)),
  }),
)

export const capabilityRoutes = {
  'GET /api/capabilities': capabilitiesResponse,
} as const
