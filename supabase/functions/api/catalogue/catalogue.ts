// The schema of models.json. Lengths are in characters, durations in seconds, and prices in credits per video.
import { z } from 'zod'
import { INPUT_KINDS } from '../../_shared/contract/inputs.ts'
import { getPricedModel, priceJob } from '../../_shared/contract/pricing.ts'
import {
  areDifferent,
  listEndpoints,
  type ProviderModel,
  providerModel,
  ratio,
  refuseDuplicates,
  seconds,
} from './provider-model.ts'
import { isProvider, PROVIDER_NAMES } from './provider-settings.ts'
import { findUnsupportedFields } from './unsupported-fields.ts'

const adds = z.int().min(0).max(1_000_000)

const model = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,49}$/, 'use at most 50 lowercase letters, digits, dots, and hyphens'),
    name: z.string().min(1).max(60),
    maker: z.string().min(1).max(60),
    description: z.string().min(1).max(120),
    logo: z.string().startsWith('/'),
    /** The path of a create request, relative to `/generation`. */
    path: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'use two words with a slash between them'),
    credits: z.int().min(1).max(1_000_000),
    /** False for a retired model. Its jobs remain readable. */
    isOn: z.boolean(),
    /** The day on which its maker ended it. Other providers may still have it. */
    makerEndedOn: z.iso.date('use a date like 2026-12-31').optional(),
    /** The last day on which the model is offered, in UTC. */
    endsOn: z.iso.date('use a date like 2026-12-31').optional(),
    /** The ID of the model that follows it. */
    replacedBy: z.string().optional(),
    durations: z
      .array(
        z.strictObject({
          seconds,
          estimateSeconds: z
            .strictObject({ from: z.number().positive(), to: z.number().positive() })
            .refine(({ from, to }) => from <= to, '"from" must not be greater than "to"'),
          /** The credits that it adds to the price. Absent if none. */
          adds: adds.optional(),
        }),
      )
      .min(1)
      .refine(([first]) => !first?.adds, 'the first duration must add 0')
      .refine((all) => areDifferent(all.map((one) => one.seconds)), 'the same duration is listed twice'),
    aspectRatios: refuseDuplicates(ratio).min(1),
    maxPromptLength: z.int().min(1).max(20_000),
    /** The credits that each kind of input adds to the price. */
    adds: z
      .strictObject({ frames: adds, references: adds, extend: adds, edit: adds, upscale: adds })
      .partial()
      .default({}),
    /** Required if a provider accepts "resolution". The first one is the default, and has the model's price. */
    resolutions: z
      .array(
        z.strictObject({
          name: z
            .string()
            .min(1)
            .max(20)
            .regex(/^[\w]+$/, 'use letters and digits'),
          adds,
        }),
      )
      .refine(([first]) => !first?.adds, 'the first resolution must add 0')
      .refine((all) => areDifferent(all.map(({ name }) => name)), 'the same resolution is listed twice')
      .default([]),
    providers: z.record(z.string(), providerModel),
  })
  .refine(({ endsOn, replacedBy }) => endsOn || !replacedBy, {
    path: ['replacedBy'],
    message: 'set it only together with "endsOn"',
  })
  .refine(({ isOn, providers }) => !isOn || Object.keys(providers).length > 0, {
    path: ['providers'],
    message: 'list at least one provider, or set "isOn" to false',
  })
  .superRefine(({ durations, resolutions, providers }, context) => {
    const asked = Math.max(...durations.map(({ seconds }) => seconds))
    for (const [name, made] of Object.entries(providers)) {
      const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
      if (!isProvider(name))
        refuse(['providers', name], `unknown provider. Known providers: ${PROVIDER_NAMES.join(', ')}`)
      const longest = Math.max(...made.durations)
      if (asked > longest)
        refuse(
          ['providers', name, 'durations'],
          `the longest duration is ${longest} s, but the model offers ${asked} s`,
        )
      const unsent = isProvider(name) ? findUnsupportedFields(name, made) : null
      if (unsent) refuse(['providers', name, ...unsent.place], unsent.message)
      if (resolutions.length === 0 && listEndpoints(made).some(({ accepts }) => accepts.includes('resolution')))
        refuse(['resolutions'], `list the resolutions, because ${name} accepts "resolution"`)
    }
  })
  .refine(({ providers: { comfyui } }) => !comfyui || comfyui.video, {
    path: ['providers', 'comfyui', 'video'],
    message: 'set frames per second and sizes',
  })
  .refine(
    ({ aspectRatios, providers }) =>
      Object.values(providers).every(({ video }) => !video || aspectRatios.every((ratio) => video.sizes[ratio])),
    { path: ['aspectRatios'], message: 'each aspect ratio needs a size in "video"' },
  )
export type CatalogueModel = z.output<typeof model>

export function getMaxPromptLength(model: Pick<CatalogueModel, 'maxPromptLength'>, made: ProviderModel): number {
  return Math.min(model.maxPromptLength, made.maxPromptLength ?? model.maxPromptLength)
}

const file = z.strictObject({
  /**
   * Must increase with every change of an ID, a price, or `isOn`. The database stores the prices of the highest
   * version.
   */
  version: z.int().min(1).max(2_147_483_647),
  models: z
    .array(model)
    .refine((all) => all.some(({ isOn }) => isOn), 'no model has "isOn" set to true')
    .refine((all) => areDifferent(all.map(({ id }) => id)), 'two models have the same id')
    .refine((all) => areDifferent(all.map(({ path }) => path)), 'two models have the same path')
    .superRefine((all, context) => {
      for (const [place, { id, replacedBy }] of all.entries())
        if (replacedBy !== undefined && (replacedBy === id || !all.some((one) => one.id === replacedBy)))
          context.addIssue({ code: 'custom', path: [place, 'replacedBy'], message: 'name the ID of another model' })
    }),
})

export interface Catalogue {
  version: number
  models: readonly CatalogueModel[]
  byPath(path: string): CatalogueModel | undefined
  /** Returns a model's display name. `source`: a model's ID, or the `source` of a hold. */
  nameOf(source: string): string
  at(provider: string): Readonly<Record<string, ProviderModel>>
  /** The combinations that generate no sound, each as `provider/model/kind`. An upscaled video has its source's sound. */
  silent: string[]
  /** The price of each combination of options, by the `source` of its hold. */
  prices: { id: string; credits: number; is_on: boolean }[]
}

/** Throws one error that lists every fault with its path. */
export function readCatalogue(data: unknown): Catalogue {
  const read = file.safeParse(data)
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${describePlace(data, path)}: ${message}`)
    throw new Error(`The model catalogue (models.json) is invalid.\n${faults.join('\n')}`)
  }
  const { version, models: known } = read.data
  return {
    version,
    models: known,
    byPath: (path) => known.find((one) => one.path === path),
    nameOf: (source) => known.find(({ id }) => id === getPricedModel(source))?.name ?? source,
    at: (provider) =>
      Object.fromEntries(
        known.flatMap(({ id, providers }) => (providers[provider] ? [[id, providers[provider]]] : [])),
      ),
    silent: known.flatMap(({ id, providers }) =>
      Object.entries(providers).flatMap(([provider, made]) =>
        INPUT_KINDS.flatMap((kind) =>
          kind !== 'upscale' && made[kind]?.accepts.includes('sound') === false ? [`${provider}/${id}/${kind}`] : [],
        ),
      ),
    ),
    prices: known.flatMap(listPrices),
  }
}

/** Returns the price of a job in credits, and the `source` of its hold. */
export function priceModel(
  {
    id,
    credits,
    durations,
    adds,
    resolutions,
  }: Pick<CatalogueModel, 'id' | 'credits' | 'durations' | 'adds' | 'resolutions'>,
  choice: Parameters<typeof priceJob>[1],
): ReturnType<typeof priceJob> {
  const kinds = Object.entries(adds).map(([kind, more]) => [kind, { adds: more }] as const)
  return priceJob({ id, credits, durations, inputs: { ...Object.fromEntries(kinds), resolutions } }, choice)
}

/** Returns the prices that the database charges for a model and its options. */
function listPrices(model: CatalogueModel): Catalogue['prices'] {
  const choices = [undefined, ...model.resolutions.map(({ name }) => name)].flatMap((resolution) =>
    INPUT_KINDS.flatMap((kind) =>
      model.durations.map(({ seconds }) => priceModel(model, { kind, resolution, length: seconds })),
    ),
  )
  const bySource = new Map(choices.map((choice) => [choice.source, choice.credits]))
  return [...bySource].map(([source, price]) => ({ id: source, credits: price, is_on: model.isOn }))
}

/** Returns a readable path, such as `veo-3.credits` instead of `models.2.credits`. */
function describePlace(data: unknown, path: readonly PropertyKey[]): string {
  const [list, index, ...rest] = path
  if (index === undefined) return String(list ?? 'models.json')
  const id = (data as { models: ({ id?: unknown } | null)[] }).models[Number(index)]?.id
  return [typeof id === 'string' ? id : `model ${Number(index) + 1}`, ...rest].join('.')
}
