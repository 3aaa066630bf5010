// Creates the sound of an evening by the sea. The wind rises and falls once per loop. There are small waves, a held
// chord that opens when the faces meet, and one breath.
import { Random } from './random.ts'
import { GROTTO, placeInRoom } from './room.ts'
import { Loop, type Stereo } from './stereo.ts'
import { createGain, createNoise, createTone, filter, filterLoop } from './synth.ts'

export const KISS_SECONDS = 6
/** The notes E, B, E, F sharp, G sharp, and B. */
const CHORD = [40, 47, 52, 54, 56, 59]

export function createKissSound(): Stereo {
  const random = new Random(57)
  const dry = new Loop(KISS_SECONDS)
  const turn = (t: number) => (2 * Math.PI * t) / KISS_SECONDS
  for (const side of [-0.7, 0.7]) {
    const wind = filterLoop(createNoise(KISS_SECONDS, random), 'band', (t) => 420 + 190 * Math.sin(turn(t) + side), 0.9)
    dry.add(
      createGain(wind, (t) => 0.05 * (1 + 0.6 * Math.sin(turn(t) + side))),
      0,
      1,
      side,
    )
    const sea = filterLoop(createNoise(KISS_SECONDS, random), 'low', 900)
    dry.add(
      createGain(sea, (t) => 0.05 * (0.35 + Math.max(0, Math.sin(turn(t) * 2 + side * 2)) ** 2)),
      0,
      1,
      -side,
    )
  }
  for (const [i, note] of CHORD.entries()) {
    // Each voice makes whole turns in a loop, so the chord has no seam.
    const turns = Math.round(440 * 2 ** ((note - 69) / 12) * KISS_SECONDS)
    const open = i > 2 ? 1 : 0
    const voice = createTone(KISS_SECONDS, (t) => {
      const level = 0.55 - 0.45 * Math.cos(turn(t)) * (open ? 1 : 0.35)
      return (
        level *
        (Math.sin(turns * turn(t)) + 0.3 * Math.sin((2 * turns + 1) * turn(t)) + 0.14 * Math.sin(3 * turns * turn(t)))
      )
    })
    dry.add(voice, 0, 0.035, (i - 2.5) * 0.25)
  }
  const breath = filter(
    createNoise(0.9, random, (t) => Math.sin((Math.PI * t) / 0.9) ** 2),
    'band',
    (t) => 1300 + 700 * t,
    1.2,
  )
  dry.add(breath, 1.5, 0.05, -0.15)
  return placeInRoom(dry, GROTTO)
}
