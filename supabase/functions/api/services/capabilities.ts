import type { Capabilities, ModelCapabilities } from '../../_shared/contract/capabilities.ts'
import type { ModelInputs } from '../../_shared/contract/inputs.ts'
import { type Catalogue, type CatalogueModel, getMaxPromptLength } from '../catalogue/catalogue.ts'
import { getEnding } from '../catalogue/ending.ts'
import type { Endpoint, ProviderModel } from '../catalogue/provider-model.ts'
import { THIS_SERVER } from '../catalogue/provider-settings.ts'
import type { FindDuration } from './jobs/learned-durations.ts'
import { mayFallBack } from './providers/fallback.ts'
import { type ConfiguredProvider, getDeliveredSeconds } from './providers/provider.ts'

/** The facts about a provider that describe a model. */
type Maker = Pick<ConfiguredProvider, 'name' | 'label' | 'cancel' | 'cancels' | 'hasQueuePosition' | 'estimateSeconds'>

/**
 * Describes the models. `list` returns a model's providers in order of preference. A model has the limits of the first
 * provider, and the time that its jobs take there, and names its fallbacks.
 */
export function describeCapabilities(
  { models }: Pick<Catalogue, 'models'>,
  list: (model: string) => { provider: Maker; made: ProviderModel }[],
  maxOpenJobs: number,
  now: Date,
  findDuration: FindDuration = () => null,
): Omit<Capabilities, 'pushKey'> {
  const described = models.flatMap((model): ModelCapabilities[] => {
    const [first, ...others] = list(model.id)
    if (!first) return []
    const standIns = others.filter(({ made }) => mayFallBack(model, first.made, made))
    // Two servers of the operator may have the same name.
    const names = [...new Set([first, ...standIns].map(({ provider }) => provider.label))]
    const isLocal = names.every((name) => name === THIS_SERVER)
    const ending = getEnding(model, models, now)
    const described = describeModel(model, first.provider, first.made, findDuration)
    return [{ ...described, ...(ending?.isOver && { isOn: false }), ending, providers: isLocal ? [] : names }]
  })
  return { maxOpenJobs, models: described }
}

function describeModel(
  { providers: _, adds, resolutions, makerEndedOn: _end, endsOn: _day, replacedBy: _next, ...model }: CatalogueModel,
  provider: Maker,
  made: ProviderModel,
  findDuration: FindDuration,
) {
  function estimate({ seconds, estimateSeconds }: CatalogueModel['durations'][number]) {
    const learned = findDuration({ model: model.id, provider: provider.name, length_seconds: seconds })
    if (learned) return { from: learned.from, to: Math.max(1, learned.to), isLearned: true }
    const known = provider.estimateSeconds
    return known === undefined ? estimateSeconds : { from: known, to: known }
  }
  return {
    ...model,
    durations: model.durations.map((duration) => ({
      seconds: duration.seconds,
      deliveredSeconds: getDeliveredSeconds(made, duration.seconds),
      estimateSeconds: estimate(duration),
      ...(duration.adds && { adds: duration.adds }),
    })),
    makesFrom: { text: made.text !== undefined, image: made.image !== undefined },
    imageNeedsPrompt: made.image?.needsPrompt ?? false,
    hasSound: doesAccept(made, 'sound'),
    takesSeed: doesAccept(made, 'seed'),
    inputs: describeInputs({ adds, resolutions }, made),
    maxNegativePromptLength: {
      text: made.text?.maxNegativePrompt ?? null,
      image: made.image?.maxNegativePrompt ?? null,
    },
    cancel: provider.cancel ? (provider.cancels ?? 'queue') : ('no' as const),
    hasQueuePosition: provider.hasQueuePosition ?? false,
    maxPromptLength: getMaxPromptLength(model, made),
  }
}

/** Returns null for a model that supports only a prompt, a first image, and one resolution. */
function describeInputs(
  { adds, resolutions }: Pick<CatalogueModel, 'adds' | 'resolutions'>,
  made: ProviderModel,
): ModelInputs | null {
  const kinds = (['frames', 'references', 'extend', 'edit', 'upscale'] as const).flatMap((kind) => {
    const endpoint = made[kind]
    if (!endpoint) return []
    const { needsPrompt, max, roles, audio, seconds } = endpoint
    const own = {
      ...(max && roles ? { max, roles } : {}),
      ...(audio ? { audio } : {}),
      ...(seconds ? { seconds } : {}),
    }
    return [[kind, { adds: adds[kind] ?? 0, needsPrompt, ...own }] as const]
  })
  const sizes = doesAccept(made, 'resolution') ? resolutions : []
  if (kinds.length + sizes.length === 0) return null
  return { ...(Object.fromEntries(kinds) as Partial<ModelInputs>), resolutions: sizes }
}

function doesAccept(made: ProviderModel, field: Endpoint['accepts'][number]): boolean {
  return [made.text, made.image].some((endpoint) => endpoint?.accepts.includes(field))
}
