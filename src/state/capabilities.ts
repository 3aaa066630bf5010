// What the provider in use offers; the specification's models until the server answers.
import type { ModelCapabilities, ModelId } from '@contract'
import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { DEFAULT_MODEL_ID, MODELS, type Model, modelById } from '@/config/models'
import type { Estimate } from '@/lib/estimate'
import type { Services } from '@/lib/services'
import { createStore, type Store } from '@/lib/store'
import { useServices } from '@/state/services-context'

export interface Capabilities {
  /** Per user. */
  maxOpenJobs: number
  models: readonly Model[]
}

/** Default of the server's MAX_OPEN_JOBS. */
const BUILT_IN: Capabilities = { maxOpenJobs: 3, models: MODELS }

const positive = z.number().check(z.positive())
const model = z.object({
  id: z.enum(MODELS.map(({ id }) => id)),
  durations: z
    .array(
      z.object({
        seconds: z.literal([5, 8]),
        deliveredSeconds: positive,
        estimateSeconds: z.object({ from: z.number(), to: positive }),
      }),
    )
    .check(z.minLength(1)),
  hasSound: z.boolean(),
  aspectRatios: z.array(z.string()),
  cancel: z.enum(['queue', 'no']),
  hasQueuePosition: z.boolean(),
  maxPromptLength: positive,
  maxNegativePromptLength: z.nullable(z.object({ text: positive, image: positive })),
  takesSeed: z.boolean(),
}) satisfies z.ZodMiniType<ModelCapabilities>

const answer = z.object({
  success: z.literal(true),
  data: z.object({ maxOpenJobs: z.int().check(z.positive()), models: z.array(z.unknown()) }),
})

/** Returns null for an invalid answer. A model that cannot be read stays as it is built in. */
function read(body: unknown): Capabilities | null {
  const { data } = answer.safeParse(body).data ?? {}
  if (!data) return null
  const told = data.models.flatMap((one) => model.safeParse(one).data ?? [])
  return {
    maxOpenJobs: data.maxOpenJobs,
    models: MODELS.map((known) => ({ ...known, ...told.find(({ id }) => id === known.id) })),
  }
}

export interface CapabilitiesStore extends Pick<Store<Capabilities>, 'get' | 'subscribe'> {
  /** Asks the server, unless it has answered. Never throws. */
  load(): void
}

const stores = new WeakMap<Services, CapabilitiesStore>()

export function capabilitiesFor(services: Services): CapabilitiesStore {
  const known = stores.get(services)
  if (known) return known
  const state = createStore(BUILT_IN)
  let isAsked = false

  async function ask() {
    isAsked = true
    try {
      const told = read(await services.api.request({ method: 'GET', path: '/api/capabilities' }))
      if (told) return state.set(told)
    } catch {
      // The built-in values remain.
    }
    isAsked = false
  }

  const store: CapabilitiesStore = {
    get: state.get,
    subscribe: state.subscribe,
    load() {
      // In direct mode the provider is not the server's.
      if (!isAsked && services.videoMode === 'gateway') void ask()
    },
  }
  stores.set(services, store)
  return store
}

export function useCapabilities(): Capabilities {
  const store = capabilitiesFor(useServices())
  useEffect(() => store.load(), [store])
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

export function useModel(id: ModelId): Model {
  return useCapabilities().models.find((model) => model.id === id) ?? modelById(id)
}

/** For an unknown model, that of the default model. */
export function estimateOf({ models }: Capabilities, job: { model: string; length: number }): Estimate {
  const model = models.find(({ id }) => id === job.model) ?? modelById(DEFAULT_MODEL_ID)
  const duration = model.durations.find(({ seconds }) => seconds === job.length) ?? model.durations[0]
  return duration?.estimateSeconds ?? { from: 0, to: 0 }
}

export function isUnstoppable({ models }: Capabilities, job: { model: string }): boolean {
  return models.find(({ id }) => id === job.model)?.cancel === 'no'
}
