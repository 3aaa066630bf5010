import { z } from 'zod'
import { addFallback, filled, wrapResponse } from './fields.ts'
import { modelInputs } from './inputs.ts'

const positive = z.number().positive()

const duration = z.object({
  seconds: positive,
  deliveredSeconds: positive,
  estimateSeconds: z.object({ from: z.number(), to: positive }),
})
export type DurationOption = z.output<typeof duration>

export const modelCapabilities = z.object({
  id: filled,
  name: filled,
  maker: z.string(),
  description: z.string(),
  logo: z.string().regex(/^\//),
  /** The path of the create call, below /generation. */
  path: filled,
  credits: positive,
  isOn: z.boolean(),
  durations: z.array(duration).min(1),
  aspectRatios: z.array(filled).min(1),
  makesFrom: z.object({ text: z.boolean(), image: z.boolean() }),
  /** True if an image alone is refused. */
  imageNeedsPrompt: z.boolean(),
  hasSound: z.boolean(),
  /** When a job can be stopped. `queue`: only while it waits in the provider's queue. */
  cancel: z.enum(['queue', 'always', 'no']),
  hasQueuePosition: z.boolean(),
  maxPromptLength: positive,
  /** Characters, by mode; null when the model takes no negative prompt. */
  maxNegativePromptLength: z.object({ text: positive.nullable(), image: positive.nullable() }),
  takesSeed: z.boolean(),
  /** The inputs that it takes beside a prompt and a first image. Null for none. */
  inputs: addFallback(modelInputs.nullable(), null),
  /** The names of the providers that may get the prompt, in the order in which they are asked. Empty if they run on this server. */
  providers: addFallback(z.array(filled), []),
})
export type ModelCapabilities = z.output<typeof modelCapabilities>

/** The models and limits that the API describes to the browser. */
export interface Capabilities {
  /** Per user. */
  maxOpenJobs: number
  models: ModelCapabilities[]
}

/** A model that a reader does not understand is null for it, and the others stay. */
export const capabilitiesResponse = wrapResponse(
  z.object({ maxOpenJobs: z.int().positive(), models: z.array(addFallback(modelCapabilities.nullable(), null)) }),
)

export const capabilityRoutes = {
  'GET /api/capabilities': capabilitiesResponse,
} as const
