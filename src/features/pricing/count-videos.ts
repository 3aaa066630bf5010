import { MODELS, type Model } from '@/config/models'

/** Returns how many videos the credits make, best model first. */
export function countVideos(credits: number): { model: Model; count: number }[] {
  return MODELS.map((model) => ({ model, count: Math.floor(credits / model.credits) })).reverse()
}
