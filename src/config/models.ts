import builtIn from 'virtual:models'
import type { ModelCapabilities } from '@contract/capabilities'

export type Model = ModelCapabilities

/**
 * The models built into the app. They are used until the server lists the models that it offers
 * (state/capabilities.ts).
 */
export const MODELS: readonly Model[] = builtIn

export const DEFAULT_MODEL_ID = 'veo-3'

/** The models of the specification. Their forms have every specified field, also one that the model ignores. */
const SPECIFIED_MODEL_IDS: readonly string[] = ['kling-1.6', 'veo-2', DEFAULT_MODEL_ID]

/** Returns the first model that uses a specified field. Null if no model does, so that the form hides the field. */
export function findFieldModel([first, ...others]: readonly [Model, ...Model[]], uses: (model: Model) => boolean) {
  return [first, ...others].find(uses) ?? (SPECIFIED_MODEL_IDS.includes(first.id) ? first : null)
}

/** Returns a model of the catalogue. Throws if the ID is unknown. */
export function getModel(id: string): Model {
  const model = MODELS.find((candidate) => candidate.id === id)
  if (!model) throw new Error(`No model is called ${id}`)
  return model
}

/**
 * Returns the model if it is offered, or else the one that follows it. Otherwise returns the most similar one: first by
 * sound, then by price.
 */
export function chooseOffered(models: readonly Model[], id: string): Model {
  const offered = models.filter(({ isOn }) => isOn)
  const wanted = models.find((model) => model.id === id) ?? MODELS.find((model) => model.id === DEFAULT_MODEL_ID)
  const measureDistance = (model: Model) =>
    model.id === id
      ? -2
      : model.id === wanted?.ending?.replacedBy?.id
        ? -1
        : (model.hasSound === wanted?.hasSound ? 0 : 1e9) + Math.abs(model.credits - (wanted?.credits ?? 0))
  const [nearest] = offered.toSorted((a, b) => measureDistance(a) - measureDistance(b))
  if (!nearest) throw new Error('No model is offered')
  return nearest
}
