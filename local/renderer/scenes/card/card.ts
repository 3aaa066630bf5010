import type { Mood } from '../../mood.ts'
import type { Scene } from '../../scene.ts'
import { letter } from '../../type/fonts.ts'
import { cardPicture } from './picture.ts'
import { planCard } from './plan.ts'
import { cardSound } from './sound.ts'

/** Shows the prompt itself. */
export function createCard(prompt: string, mood: Mood): Scene {
  const plan = planCard(mood, letter(prompt))
  return { ...cardPicture(mood, plan), sound: (studio) => cardSound(studio, mood, plan) }
}
