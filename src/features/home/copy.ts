// Contains the text of the first screen. Keep it true: prices are in config/models.ts, and docs/internals/job-rules.md
// explains lengths and refunds.
import { getModel } from '@/config/models'

const kling = getModel('kling-1.6').credits
const veo3 = getModel('veo-3').credits

export const DESCRIPTION = `Describe a scene or drop in an image and get a short video. Veo 3 adds matching dialogue, effects, and music. ${kling} to ${veo3} credits per video, charged only when it arrives.`

export const HERO = {
  heading: 'AI video generator with realistic sound',
  intro:
    'Describe a scene or drop in an image. With Veo 3, dialogue, effects, and music arrive in the same clip, in sync.',
  action: 'Try Now',
  cost: `${kling} to ${veo3} credits per video. You're charged only if it arrives.`,
}
