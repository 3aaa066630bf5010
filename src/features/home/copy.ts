// Builds the text of the first screen. Keep it true: the facts come from the offered models, and
// docs/internals/job-rules.md explains lengths and refunds.
import type { ModelFacts } from '@/state/model-facts'

/** Search engines read it in the page's file, which is the same for all deployments, so it names no model. */
export const DESCRIPTION =
  'Describe a scene or drop in an image and get a short video with dialogue, effects, and music. Credits are charged only when it arrives.'

export function describeHero({ sound, priceRange }: ModelFacts) {
  return {
    heading: 'AI video generator with realistic sound',
    intro: `Describe a scene or drop in an image. ${
      sound
        ? `With ${sound.text}, dialogue, effects, and music arrive in the same clip, in sync.`
        : 'A short video arrives, without sound.'
    }`,
    action: 'Try Now',
    cost: `${priceRange} credits per video. You're charged only if it arrives.`,
  }
}
