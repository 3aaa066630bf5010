import type { Model } from '@/config/models'
import { formatCredits } from '@/lib/format-credits'
import type { ModelFacts } from '@/state/model-facts'

/** Returns the number of videos that the credits pay for with each sample model, most expensive model first. */
export function countVideos({ samples }: ModelFacts, credits: number): { model: Model; count: number }[] {
  return samples.map((model) => ({ model, count: Math.floor(credits / model.credits) })).reverse()
}

/**
 * Returns what the credits pay for, such as '3 Veo 3, 6 Veo 2, or 50 Kling 1.6 videos'. Returns null if they don't pay for a
 * video.
 */
export function describeVideos(facts: ModelFacts, credits: number): string | null {
  const videos = countVideos(facts, credits).filter(({ count }) => count > 0)
  if (videos.length === 0) return null
  const counts = videos.map(({ model, count }) => `${formatCredits(count)} ${model.name}`)
  const noun = videos.at(-1)?.count === 1 ? 'video' : 'videos'
  return `${new Intl.ListFormat('en', { type: 'disjunction' }).format(counts)} ${noun}`
}
