// Lists the models available right now. A catalogue entry lists a model's providers in order of preference. The first
// available provider generates the video. The other providers are fallbacks.
import { INPUT_KINDS } from '../../_shared/contract/inputs.ts'
import type { ProviderState } from '../../_shared/contract/server.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProviderModel } from '../catalogue/provider-model.ts'
import type { Log } from '../log.ts'
import type { AvailableModel, ConfiguredProvider, ProviderFault, Providers } from './providers/provider.ts'
import { waitAtMost } from './wait-at-most.ts'

/** The maximum time that a page waits for a slow provider. */
const WAIT_MS = 3000
const MAX_AGE_MS = 30_000

export interface AvailableModels {
  /** Returns a model's providers in order of preference. Empty if no provider has the model. */
  list(model: string): AvailableModel[]
  /** Returns messages for the administrator, by model name or provider name. */
  faults(): Record<string, string>
  /** Returns each provider's state at the last check, by name, without a new check. */
  states(): Record<string, ProviderState>
  /** Checks each provider whose last check is older than 30 s. Never throws. */
  refresh(): Promise<void>
}

export function createAvailableModels(
  catalogue: Catalogue,
  { all }: Providers,
  now: () => Date,
  log: Log,
): AvailableModels {
  const watches = all.map((provider) => ({ provider, ...watchProvider(provider, now, log) }))
  const preferences = new Map(catalogue.models.map(({ id, providers }) => [id, Object.keys(providers)]))

  return {
    list(model) {
      // If no model is available, all models remain listed, so that a page isn't empty. The provider then refuses the
      // request, at no cost.
      const isAnyLeft = catalogue.models.some(({ id, isOn }) => isOn && watches.some(({ models }) => models()[id]))
      return (preferences.get(model) ?? []).flatMap((name): AvailableModel[] => {
        const watch = watches.find(({ provider }) => provider.name === name)
        const made = isAnyLeft ? watch?.models()[model] : watch?.provider.models[model]
        return watch && made ? [{ provider: watch.provider, made }] : []
      })
    },
    faults() {
      const named = watches.flatMap(({ provider, faults }) =>
        faults().flatMap(({ what, lacks }) => {
          const ids = [...new Set(lacks.map(({ model }) => model))]
          return ids.length > 0
            ? ids.map((id) => ({ name: catalogue.nameOf(id), what }))
            : [{ name: provider.name, what }]
        }),
      )
      const byName = Map.groupBy(named, ({ name }) => name)
      return Object.fromEntries([...byName].map(([name, found]) => [name, found.map(({ what }) => what).join(' ')]))
    },
    states: () => Object.fromEntries(watches.map(({ provider, state }) => [provider.name, state()])),
    async refresh() {
      await Promise.all(watches.map(({ refresh }) => refresh()))
    },
  }
}

/** Stores the faults that one provider reports. */
function watchProvider(provider: ConfiguredProvider, now: () => Date, log: Log) {
  let faults: ProviderFault[] = []
  let asking: { since: number; answer: Promise<void> } | undefined
  let isKnown = false

  async function ask(): Promise<void> {
    const found = (await provider.check?.()) ?? []
    const known = new Set(faults.map(({ what }) => what))
    for (const { what } of found)
      if (!known.has(what)) log({ level: 'error', message: 'video provider not ready', cause: what })
    // An unreachable server still has the files that it had before.
    faults = found.some(({ isAway }) => isAway) ? [...faults.filter(({ isAway }) => !isAway), ...found] : found
    isKnown = provider.check !== undefined
  }

  return {
    models: () => removeLacking(provider.models, faults),
    faults: () => faults,
    state: (): ProviderState => (isKnown ? (faults.length > 0 ? 'faulty' : 'ready') : 'not_checked'),
    async refresh() {
      const time = now().getTime()
      if (!asking || time - asking.since > MAX_AGE_MS) asking = { since: time, answer: ask() }
      await waitAtMost(asking.answer, WAIT_MS).catch(() => {})
    },
  }
}

function removeLacking(
  models: ConfiguredProvider['models'],
  faults: readonly ProviderFault[],
): Record<string, ProviderModel> {
  const lacks = new Set(faults.flatMap((fault) => fault.lacks.map(({ model, kind }) => `${model}/${kind}`)))
  return Object.fromEntries(
    Object.entries(models).flatMap(([id, made]) => {
      const gone = INPUT_KINDS.filter((kind) => lacks.has(`${id}/${kind}`))
      const left = Object.fromEntries(Object.entries(made).filter(([name]) => !gone.some((kind) => kind === name)))
      return INPUT_KINDS.some((kind) => kind in left) ? [[id, left as ProviderModel]] : []
    }),
  )
}
