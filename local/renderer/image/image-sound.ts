// The sound of an image: what its prompt names, else what its light suggests (birds by day, crickets at night), under a
// quiet chord that is brighter or darker as the image is.

import { Noise } from '../draw/noise.ts'
import type { Mood } from '../mood.ts'
import { findScene } from '../scene-choice.ts'
import { addCrickets, addPad, addSong, addWind } from '../sound/ambience.ts'
import type { Studio } from '../sound/studio.ts'
import type { ImageTone } from './image-tone.ts'

const CHORDS = {
  warm: [130.81, 196, 246.94, 329.63],
  bright: [146.83, 220, 277.18, 369.99],
  dark: [110, 164.81, 220, 261.63],
} as const

export function imageSound(studio: Studio, mood: Mood, tone: ImageTone, prompt: string): void {
  const named = findScene(prompt)
  if (named) named.listen(studio, mood)
  else soundOfLight(studio, mood, tone)
}

function soundOfLight(studio: Studio, mood: Mood, tone: ImageTone): void {
  studio.room = { seconds: 2.8, brightness: 0.4 }
  const chord = tone.brightness < 0.32 ? CHORDS.dark : tone.warmth > 0.06 ? CHORDS.warm : CHORDS.bright
  addPad(studio, chord, 0.16, 0.3 + 0.5 * tone.brightness)
  addWind(studio, new Noise(mood.seed), 0.3, 0.5)
  if (mood.light === 'night') addCrickets(studio, 0.03)
  else addBirds(studio, mood)
}

function addBirds(studio: Studio, mood: Mood): void {
  const random = mood.random('songs')
  for (let at = 0.4; at < studio.seconds - 1; at += random.between(0.9, 1.9)) {
    const level = random.between(0.02, 0.05)
    const song = {
      at,
      pitch: random.between(2100, 3900),
      pan: random.between(-0.8, 0.8),
      kind: 'warble',
      level,
    } as const
    addSong(studio, song, random)
  }
}
