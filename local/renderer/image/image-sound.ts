// Creates the sound of an image. The sound is that of the place that the prompt names. Without a place, the image's
// light decides: birds by day, crickets at night. A quiet chord is as bright or dark as the image.

import { Noise } from '../draw/noise.ts'
import type { Mood } from '../mood.ts'
import { addBirds, addCrickets, addPad, addWind } from '../sound/ambience.ts'
import { addSoundscape } from '../sound/soundscape.ts'
import type { Studio } from '../sound/studio.ts'
import type { ImageTone } from './image-tone.ts'

const CHORDS = {
  warm: [130.81, 196, 246.94, 329.63],
  bright: [146.83, 220, 277.18, 369.99],
  dark: [110, 164.81, 220, 261.63],
} as const

export function imageSound(studio: Studio, mood: Mood, tone: ImageTone): void {
  studio.room = { seconds: 2.8, brightness: 0.4 }
  const chord = tone.brightness < 0.32 ? CHORDS.dark : tone.warmth > 0.06 ? CHORDS.warm : CHORDS.bright
  const hasPlace = addSoundscape(studio, mood)
  addPad(studio, chord, hasPlace ? 0.06 : 0.16, 0.3 + 0.5 * tone.brightness)
  if (hasPlace) return
  addWind(studio, new Noise(mood.seed), 0.3, 0.5)
  if (mood.light === 'night') addCrickets(studio, 0.03)
  else addBirds(studio)
}
