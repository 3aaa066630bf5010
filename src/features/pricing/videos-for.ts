import { MODELS, type Model } from '@/config/models'

/** How many videos these credits buy with each model, best model first. */
export function videosFor(credits: number): { model: Model; count: number }[] {
  return MODELS.map((model) => ({ model, count: Math.floor(credits / model.credits) })).reverse()
}
