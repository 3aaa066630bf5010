// Stores the models that the server offers. Until the server responds, these are the built-in models.
import { type Capabilities, capabilitiesResponse } from '@contract/capabilities'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { chooseOffered, MODELS } from '@/config/models'
import type { Estimate } from '@/lib/estimate'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import * as s from '@/lib/shape'
import { createStore, type Store } from '@/lib/store'
import { describeModels, type ModelFacts } from '@/state/model-facts'
import { useServices } from '@/state/services-context'

/** The default of the server's MAX_OPEN_JOBS. */
const BUILT_IN: Capabilities = { maxOpenJobs: 4, models: [...MODELS] }

/** Returns null for an invalid response. If no model can be parsed, the built-in models remain. */
function read(body: unknown): Capabilities | null {
  const { data } = s.read(capabilitiesResponse.parse, body) ?? {}
  if (!data) return null
  const models = data.models.filter((model) => model !== null)
  return { maxOpenJobs: data.maxOpenJobs, models: models.some(({ isOn }) => isOn) ? models : [...MODELS] }
}

export interface CapabilitiesStore extends Pick<Store<Capabilities>, 'get' | 'getInitial' | 'subscribe'> {
  /** Requests the capabilities, unless they are already loaded. Never throws. */
  load(): void
}

export const getCapabilitiesStore = memoizeByKey(createCapabilities)

function createCapabilities(services: Services): CapabilitiesStore {
  const state = createStore(BUILT_IN)
  let isAsked = false

  async function requestCapabilities() {
    isAsked = true
    try {
      const told = read(await services.api.request({ method: 'GET', path: '/api/capabilities', isPublic: true }))
      if (told) return state.set(told)
    } catch {
      // The built-in values remain.
    }
    isAsked = false
  }

  return {
    get: state.get,
    getInitial: state.getInitial,
    subscribe: state.subscribe,
    load() {
      // In direct mode, the provider doesn't belong to our server.
      if (!isAsked && services.videoMode === 'gateway') void requestCapabilities()
    },
  }
}

export function useCapabilities(): Capabilities {
  const store = getCapabilitiesStore(useServices())
  useEffect(() => store.load(), [store])
  return useSyncExternalStore(store.subscribe, store.get, store.getInitial)
}

/** Returns what pages say about the offered models. */
export function useModelFacts(): ModelFacts {
  const { models } = useCapabilities()
  return useMemo(() => describeModels(models), [models])
}

/** Returns the model's estimate, or the default model's for an unknown model. */
export function estimateOf({ models }: Capabilities, job: { model: string; length: number }): Estimate {
  const model = models.find(({ id }) => id === job.model) ?? chooseOffered(models, job.model)
  const duration = model.durations.find(({ seconds }) => seconds === job.length) ?? model.durations[0]
  return duration?.estimateSeconds ?? { from: 0, to: 0 }
}

export function isNotCancelable({ models }: Capabilities, job: { model: string }): boolean {
  return models.find(({ id }) => id === job.model)?.cancel === 'no'
}
