import type { Model } from '@/config/models'
import type { ModelFacts } from '@/state/model-facts'

/** Returns the number of videos that the credits pay for with each sample model, most expensive model first. */
export function countVideos({ samples }: ModelFacts, credits: number): { model: Model; count: number }[] {
  return samples.map((model) => ({ model, count: Math.floor(credits / model.credits) })).reverse()
}
