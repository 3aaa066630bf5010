// Stores the models that the server offers. Until the server responds, these are the built-in models.
import { type Capabilities, capabilitiesResponse } from '@contract/capabilities'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { chooseOffered, MODELS, type Model } from '@/config/models'
import type { Estimate } from '@/lib/estimate'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import * as s from '@/lib/shape'
import { createStore, type Store } from '@/lib/store'
import { describeModels, type ModelFacts } from '@/state/model-facts'
import { useServices } from '@/state/services-context'

/** The capabilities, without the models that only upscale among `models`. */
export interface Offered extends Capabilities {
  /** The model that upscales finished videos. Null if the server offers none. */
  upscaler: Model | null
}

/** The default of the server's MAX_OPEN_JOBS. */
const BUILT_IN: Offered = { maxOpenJobs: 4, pushKey: null, models: [...MODELS], upscaler: null }

/** Returns null for an invalid response. If no model can be parsed, the built-in models remain. */
function read(body: unknown): Offered | null {
  const { data } = s.read(capabilitiesResponse.parse, body) ?? {}
  if (!data) return null
  const all = data.models.filter((model) => model !== null)
  const models = all.filter(({ makesFrom: { text, image } }) => text || image)
  return {
    ...data,
    models: models.some(({ isOn }) => isOn) ? models : [...MODELS],
    upscaler: all.find(({ isOn, inputs }) => isOn && inputs?.upscale) ?? null,
  }
}

export interface CapabilitiesStore extends Pick<Store<Offered>, 'get' | 'getInitial' | 'subscribe'> {
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

export function useCapabilities(): Offered {
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
export function estimateOf(offered: Offered, job: { model: string; length: number }): Estimate {
  const { durations } = findModel(offered, job) ?? chooseOffered(offered.models, job.model)
  const duration =
    durations.find(({ seconds }) => seconds === job.length) ??
    // A source video often has another length than the step that it is upscaled in.
    durations.find(({ seconds }) => seconds > job.length) ??
    durations[0]
  return duration?.estimateSeconds ?? { from: 0, to: 0 }
}

export function isNotCancelable(offered: Offered, job: { model: string }): boolean {
  return findModel(offered, job)?.cancel === 'no'
}

function findModel({ models, upscaler }: Offered, job: { model: string }): Model | undefined {
  return upscaler?.id === job.model ? upscaler : models.find(({ id }) => id === job.model)
}
