import { priceJob } from '@contract/pricing'
import { useMemo } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { chooseOffered, type Model } from '@/config/models'
import { useCapabilities } from '@/state/capabilities'
import { type Fields, fitLength } from '@/state/jobs/fields'
import { useIsDirectMode } from '../use-is-direct-mode'
import type { AdvancedSnapshot } from './advanced-snapshot'
import type { Form } from './form-store'
import type { PromptCast } from './prompt-cast'
import { useFieldValue } from './use-field-value'

export type Prices = Readonly<Partial<Record<string, number>>>

/**
 * Returns the chosen model, then the models to compare with it. Direct mode compares nothing, because it has no credit
 * holds.
 */
export function getChosenModels(
  models: readonly Model[],
  chosenId: string,
  comparedIds: readonly string[],
): [Model, ...Model[]] {
  const chosen = chooseOffered(models, chosenId)
  const find = (comparedId: string) => models.find(({ id, isOn }) => isOn && id === comparedId && id !== chosen.id)
  return [chosen, ...comparedIds.flatMap((id) => find(id) ?? [])]
}

/** Returns a model's price in credits. `prices`: newer prices from the server, by model. */
export function getPrice({ id, credits }: Model, prices: Prices): number {
  return prices[id] ?? credits
}

/** A model with the price of one video in credits, and the `source` of its hold. */
export interface PricedModel {
  model: Model
  price: number
  source: string
}

/** The values of the form that decide the price. */
export interface PricedForm {
  fields: Pick<Fields, 'mode' | 'prompt' | 'length'>
  /** Null while the form accepts only a prompt and a first image. */
  advanced: Pick<AdvancedSnapshot, 'kind' | 'references' | 'resolution'> | null
  /** Null while the prompt names nobody. */
  cast: Pick<PromptCast, 'getKind'> | null
}

/** Returns each model with its price. Members of the cast make references of a prompt, if the model takes them. */
export function getPricedModels(
  models: readonly Model[],
  prices: Prices,
  { fields, advanced, cast }: PricedForm,
): PricedModel[] {
  return models.map((model) => {
    const kind = cast?.getKind(model, fields, advanced) ?? advanced?.kind ?? 'text'
    const base = { ...model, credits: getPrice(model, prices) }
    const length = fitLength(fields.length, model)
    const { credits, source } = priceJob(base, { kind, resolution: advanced?.resolution, length })
    return { model, price: prices[source] ?? credits, source }
  })
}

export function useChosenModels(form: Form): [Model, ...Model[]] {
  const { models } = useCapabilities()
  const chosenId = useFieldValue(form, 'model')
  const comparedIds = useStore(form.comparedModelIds)
  const isDirect = useIsDirectMode()
  return useMemo(
    () => getChosenModels(models, chosenId, isDirect ? [] : comparedIds),
    [models, chosenId, comparedIds, isDirect],
  )
}
