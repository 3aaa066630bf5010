import { MODELS, type Model } from '@/config/models'

/** Returns the number of videos that the credits pay for, most expensive model first. */
export function countVideos(credits: number): { model: Model; count: number }[] {
  return MODELS.map((model) => ({ model, count: Math.floor(credits / model.credits) })).reverse()
}
