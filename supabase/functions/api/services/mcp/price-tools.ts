// Tools that list the models and their prices. They never spend credits.
import { z } from 'zod'
import { type ModelCapabilities, modelCapabilities } from '../../../_shared/contract/capabilities.ts'
import { inputKind } from '../../../_shared/contract/inputs.ts'
import { findDuration, priceJob } from '../../../_shared/contract/pricing.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import { defineTool, findModel, listModels } from './tool.ts'

/** Higher than an account's limit of jobs in progress. */
const MAX_TAKES = 100

const modelOffer = modelCapabilities.pick({
  id: true,
  name: true,
  description: true,
  credits: true,
  durations: true,
  aspectRatios: true,
  makesFrom: true,
  imageNeedsPrompt: true,
  hasSound: true,
  takesSeed: true,
  cancel: true,
  maxPromptLength: true,
  maxNegativePromptLength: true,
  inputs: true,
})

export const listModelsTool = defineTool({
  name: 'list_models',
  title: 'List video models',
  description:
    'Lists the models that can generate a video right now, each with its price in credits, durations, aspect ratios, inputs, and limits. Free. Next: call quote for the price of your choice.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({}),
  output: z.object({
    maxOpenJobs: z.int().describe('The most videos that can be in progress at the same time.'),
    models: z.array(modelOffer),
  }),
  async run(_input, { ask }) {
    const { maxOpenJobs, models } = await listModels(ask)
    const prices = models.map(({ id, name, credits }) => `${id} (${name}): ${credits} credits`)
    return {
      say: `${prices.join('\n')}\nUp to ${maxOpenJobs} videos can be in progress at a time. Call quote for an exact price.`,
      data: { maxOpenJobs, models: models.map((model) => modelOffer.parse(model)) },
    }
  },
})

/** Throws RequestError if the model doesn't support the combination. */
function checkChoice(
  { name, durations, makesFrom, inputs }: ModelCapabilities,
  { kind, duration, resolution }: { kind: z.output<typeof inputKind>; duration?: number; resolution?: string },
): void {
  const isMade = kind === 'text' || kind === 'image' ? makesFrom[kind] : inputs?.[kind] !== undefined
  if (!isMade) throw new RequestError(REFUSALS.modeNotMade(kind, name))
  const seconds = durations.map((one) => one.seconds)
  const isOffered = (length: number) =>
    kind === 'upscale' ? findDuration(durations, length) !== undefined : seconds.includes(length)
  if (duration !== undefined && !isOffered(duration)) throw new RequestError(REFUSALS.durationNotMade(name, seconds))
  if (resolution !== undefined && !inputs?.resolutions.some((one) => one.name === resolution))
    throw new RequestError(REFUSALS.resolutionNotMade(resolution, name))
}

export const quoteTool = defineTool({
  name: 'quote',
  title: 'Quote a price',
  description:
    'Returns what a video costs in credits, and what the account and this key can spend. Free. Next: tell the user the price, and pass `credits` to create_video.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({
    model: z.string().describe('The ID of a model of list_models.'),
    kind: inputKind
      .default('text')
      .describe(
        'What the video starts from: `text` for a prompt alone, `image` for a first image, `frames` for a first and a last image, `references` for images of what should appear, `extend`, `edit`, or `upscale` for a video of the library.',
      ),
    cast: z
      .boolean()
      .default(false)
      .describe(
        'True if create_video will get `cast`. A `text` video costs as much as one from `references` if the model takes them.',
      ),
    duration: z
      .int()
      .optional()
      .describe(
        'Seconds. A duration of the model with `adds` costs that much more. Default: its first one. For `upscale`: the `durationSeconds` of the source, rounded.',
      ),
    resolution: z.string().optional().describe('A resolution of the model. Default: its first one.'),
    takes: z
      .int()
      .min(1)
      .max(MAX_TAKES)
      .default(1)
      .describe('The number of videos, each created by a call of its own.'),
  }),
  output: z.object({
    model: z.string(),
    credits: z.int().describe('The price of one video.'),
    totalCredits: z.int().describe('The price of all takes.'),
    balance: z.int().describe('Credits that the account can spend.'),
    keyLeft: z
      .int()
      .min(0)
      .nullable()
      .describe('Credits that this key can still spend today, in UTC. Null without a key.'),
    isEnough: z.boolean().describe('True if the balance and the key allow all takes.'),
  }),
  async run({ model: id, takes, kind: from, cast, duration, resolution }, { ask }) {
    const model = await findModel(id, ask)
    const kind = cast && from === 'text' && model.inputs?.references ? 'references' : from
    checkChoice(model, { kind, ...(duration && { duration }), ...(resolution && { resolution }) })
    const { credits } = priceJob(model, { kind, resolution, length: duration })
    const { data } = await ask('GET /api/credits/statement', { query: { limit: '1' } })
    const { key } = (await ask('GET /api/key')).data
    const [totalCredits, balance] = [credits * takes, data.closingBalance]
    const keyLeft = key && Math.max(0, key.dailyLimit - key.spentToday)
    const isEnough = totalCredits <= Math.min(balance, keyLeft ?? balance)
    const many = takes > 1 ? `${takes} videos cost ${totalCredits} credits, ${credits} each.` : `${credits} credits.`
    const budget = `The account has ${balance}${keyLeft === null ? '' : `, and this key can spend ${keyLeft} more today`}.`
    return {
      say: `${many} ${budget} ${isEnough ? 'Call create_video with this price.' : 'This is not enough.'}`,
      data: { model: id, credits, totalCredits, balance, keyLeft, isEnough },
    }
  },
})
