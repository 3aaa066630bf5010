import { z } from 'zod'
import { addFallback, filled, wrapResponse } from './fields.ts'
import { modelInputs } from './inputs.ts'

const positive = z.number().positive()

const duration = z.object({
  seconds: positive.describe('The duration to request, in seconds.'),
  deliveredSeconds: positive.describe('The duration of the finished video, in seconds.'),
  adds: z.int().min(0).optional().describe("The credits added to the model's price. Absent if none are."),
  estimateSeconds: z
    .object({
      from: z.number().describe('The shortest time, in seconds.'),
      to: positive.describe('The longest time, in seconds.'),
      isLearned: z
        .boolean()
        .optional()
        .describe('Whether nine in ten recent jobs took this long. Otherwise it is the specified estimate.'),
    })
    .describe('The time until the video arrives.'),
})
export type DurationOption = z.output<typeof duration>

/** A model's end. It is announced 30 days before. */
const modelEnding = z.object({
  on: filled.describe('The last day, in UTC, such as 2026-12-31.'),
  isOver: z.boolean().describe('Whether that day is over.'),
  replacedBy: z
    .object({ id: filled.describe("The model's ID."), name: filled.describe("The model's name.") })
    .nullable()
    .describe('The model that follows this one. Null if none is named, or none is offered.'),
})
export type ModelEnding = z.output<typeof modelEnding>

export const modelCapabilities = z
  .object({
    id: filled.describe("The model's ID."),
    name: filled.describe("The model's name, for people."),
    maker: z.string().describe('The company that made the model.'),
    description: z.string().describe("The model's strengths, for people."),
    logo: z.string().regex(/^\//).describe('The path of a logo on the site.'),
    path: filled.describe('The path of a create request, relative to `/generation`.'),
    credits: positive.describe(
      'The base price in credits. An input, a duration, or a resolution can add to the price.',
    ),
    isOn: z.boolean().describe('Whether the server offers the model right now.'),
    ending: addFallback(modelEnding.nullable(), null).describe(
      "The model's end. Null if it has none, or one that is more than 30 days away.",
    ),
    durations: z.array(duration).min(1).describe('The durations that a request can ask for.'),
    aspectRatios: z.array(filled).min(1).describe('The aspect ratios, such as 16:9.'),
    makesFrom: z
      .object({
        text: z.boolean().describe('Whether the model generates from a prompt alone.'),
        image: z.boolean().describe('Whether the model generates from a first image.'),
      })
      .describe('The inputs that the model can start from.'),
    imageNeedsPrompt: z.boolean().describe('Whether the model refuses an image without a prompt.'),
    hasSound: z.boolean().describe('Whether the model generates sound.'),
    cancel: z
      .enum(['queue', 'always', 'no'])
      .describe("When a job can be canceled. `queue`: only while the job waits in the provider's queue."),
    hasQueuePosition: z.boolean().describe('Whether the provider reports the number of jobs before a waiting job.'),
    maxPromptLength: positive.describe('The longest prompt, in characters.'),
    maxNegativePromptLength: z
      .object({
        text: positive.nullable().describe('The limit without an image. Null if not supported.'),
        image: positive.nullable().describe('The limit with an image. Null if not supported.'),
      })
      .describe('The longest negative prompt, in characters.'),
    takesSeed: z.boolean().describe('Whether the model uses the seed.'),
    inputs: addFallback(modelInputs.nullable(), null).describe(
      'The inputs that the model supports besides a prompt and a first image. Null for none.',
    ),
    providers: addFallback(z.array(filled), []).describe(
      'The names of the providers that may receive the prompt, in order of preference. Empty if unknown.',
    ),
  })
  .describe('A model with its price and its limits.')
export type ModelCapabilities = z.output<typeof modelCapabilities>

/** The models and limits that the API reports to the browser. */
export interface Capabilities {
  maxOpenJobs: number
  pushKey: string | null
  models: ModelCapabilities[]
}

/** A model that the client can't parse becomes null. The other models remain. */
export const capabilitiesResponse = wrapResponse(
  z
    .object({
      maxOpenJobs: z.int().positive().describe('The number of videos that one user may have in progress.'),
      pushKey: addFallback(z.string().nullable(), null).describe(
        "The server's public key for Web Push (VAPID), in base64url. Null if it sends no notifications.",
      ),
      models: z.array(addFallback(modelCapabilities.nullable(), null)).describe('The models.'),
    })
    .describe('The models, and the limits that apply to all of them.'),
)

export const capabilityRoutes = {
  'GET /api/capabilities': capabilitiesResponse,
} as const
