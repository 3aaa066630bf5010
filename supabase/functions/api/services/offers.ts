// The models on offer right now: the catalogue's models at the provider, without those that it reports missing.
import type { Catalogue, ProviderModel } from '../catalogue/catalogue.ts'
import type { Log } from '../log.ts'
import type { ProviderFault, VideoProvider } from './providers/provider.ts'
import { waitAtMost } from './wait-at-most.ts'

/** A page is not held up longer by a provider that is slow to say. */
const WAIT_MS = 3000
const MAX_AGE_MS = 30_000

export interface Offers {
  models(): Readonly<Record<string, ProviderModel>>
  /** Sentences for the administrator, by the name of the model, else of the provider. */
  faults(): Record<string, string>
  /** Asks the provider again when its last answer is older than 30 s. Never throws. */
  refresh(): Promise<void>
}

export function createOffers(catalogue: Catalogue, provider: VideoProvider, now: () => Date, log: Log): Offers {
  let faults: ProviderFault[] = []
  let asking: { since: number; answer: Promise<void> } | undefined

  async function ask(): Promise<void> {
    const found = (await provider.check?.()) ?? []
    const known = new Set(faults.map(({ what }) => what))
    for (const { what } of found)
      if (!known.has(what)) log({ level: 'error', message: 'video provider not ready', cause: what })
    // A server that does not answer has the files that it had.
    faults = found.some(({ isAway }) => isAway) ? [...faults.filter(({ isAway }) => !isAway), ...found] : found
  }

  return {
    models() {
      const left = removeLacking(provider.models, faults)
      // A page needs something to show; what is asked for is refused by the provider then, and costs nothing.
      return catalogue.models.some(({ id, isOn }) => isOn && left[id]) ? left : provider.models
    },
    faults() {
      const named = faults.flatMap(({ what, lacks }) => {
        const ids = [...new Set(lacks.map(({ model }) => model))]
        return ids.length > 0
          ? ids.map((id) => ({ name: catalogue.nameOf(id), what }))
          : [{ name: provider.name, what }]
      })
      const byName = Map.groupBy(named, ({ name }) => name)
      return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(({ what }) => what).join(' ')]))
    },
    async refresh() {
      const time = now().getTime()
      if (!asking || time - asking.since > MAX_AGE_MS) asking = { since: time, answer: ask() }
      await waitAtMost(asking.answer, WAIT_MS).catch(() => {})
    },
  }
}

function removeLacking(
  models: VideoProvider['models'],
  faults: readonly ProviderFault[],
): Record<string, ProviderModel> {
  const lacks = new Set(faults.flatMap((fault) => fault.lacks.map(({ model, mode }) => `${model}/${mode}`)))
  return Object.fromEntries(
    Object.entries(models).flatMap(([id, { text, image, ...made }]) => {
      const left = {
        ...(text && !lacks.has(`${id}/text`) ? { text } : {}),
        ...(image && !lacks.has(`${id}/image`) ? { image } : {}),
      }
      return 'text' in left || 'image' in left ? [[id, { ...made, ...left }]] : []
    }),
  )
}
