// Creates a card's sound: a soft note for each word, and a deeper note when the picture changes. Under the notes is the
// sound of the place that the prompt names, or a quiet chord.
import type { Mood } from '../../mood.ts'
import { addPad } from '../../sound/ambience.ts'
import { addTone, pluck } from '../../sound/dsp.ts'
import { addSoundscape } from '../../sound/soundscape.ts'
import type { Studio } from '../../sound/studio.ts'
import type { CardPlan } from './plan.ts'

const SCALES: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 2, 4, 7, 9, 12],
  [0, 3, 5, 7, 10, 12],
  [0, 2, 5, 7, 9, 12],
]

interface Voice {
  /** The levels of a note's harmonics. */
  partials: readonly number[]
  /** The seconds in which the note falls by a factor of e. */
  decay: number
  room: number
  octave: number
}

const VOICES: readonly [Voice, ...Voice[]] = [
  { partials: [1, 0.28, 0.1], decay: 0.2, room: 0.7, octave: 4 },
  { partials: [1, 0, 0.34, 0, 0.14], decay: 0.13, room: 0.5, octave: 4 },
  { partials: [1, 0.55, 0.3, 0.18, 0.1], decay: 0.32, room: 0.6, octave: 2 },
  { partials: [1, 0.06, 0, 0.22], decay: 0.42, room: 0.9, octave: 4 },
]

export function createCardSound(studio: Studio, mood: Mood, plan: CardPlan): void {
  studio.room = { seconds: 2.2, brightness: 0.5 }
  const random = mood.random('card sound')
  const root = random.pick([110, 116.54, 123.47, 130.81, 138.59, 146.83])
  const steps = random.pick(SCALES)
  const voice = random.pick(VOICES)
  const hasPlace = addSoundscape(studio, mood)
  addPad(studio, [root, root * 1.5, root * 2], hasPlace ? 0.06 : 0.11, 0.35)
  const notes = studio.track()
  const low = studio.track()
  let step = random.int(0, 2)
  for (const { at, level, isDeep } of plan.strokes) {
    step = Math.max(0, Math.min(steps.length - 1, step + random.int(-2, 2)))
    const hertz = root * voice.octave * 2 ** ((steps[step] ?? 0) / 12)
    addTone(notes, studio.rate, at, 1.3, hertz, (t) => level * pluck(t, 0.006, voice.decay), voice.partials)
    if (isDeep) addTone(low, studio.rate, at, 1.4, root, (t) => level * pluck(t, 0.012, 0.4), [1, 0.4, 0.12])
  }
  studio.add(notes, { gain: hasPlace ? 0.17 : 0.2, pan: (t) => 0.5 * Math.sin(t * 1.7), room: voice.room })
  studio.add(low, { gain: 0.13, room: 0.3 })
}
