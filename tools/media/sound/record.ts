// Creates the sound of a record in a room while it rains: three slow chords with a melody, the crackle of the grooves,
// and drops on the pane.
import { RECORD_SECONDS, TURNS } from '../events/record.ts'
import { Random } from './random.ts'
import { BOOTH, placeInRoom } from './room.ts'
import { Loop, type Stereo } from './stereo.ts'
import { createGain, createNoise, createTone, filter, filterLoop, ring, strike } from './synth.ts'

const BEAT = RECORD_SECONDS / 8
const DROPS = 150
const CLICKS = 34

/** The chords as MIDI notes, four beats each: E minor 9 and A minor 7. */
const CHORDS = [
  [40, 55, 59, 62, 66],
  [45, 55, 60, 64, 67],
] as const
/** The melody as beat, MIDI note, and strength. */
const MELODY = [
  [0.5, 74, 0.7],
  [1, 78, 0.9],
  [2.5, 76, 0.6],
  [3, 71, 0.8],
  [4.5, 72, 0.7],
  [5, 76, 0.85],
  [6, 79, 0.7],
  [7, 74, 0.55],
] as const

const toHertz = (note: number) => 440 * 2 ** ((note - 69) / 12)

export function createRecordSound(): Stereo {
  const random = new Random(83)
  const played = new Loop(RECORD_SECONDS)
  for (const [bar, chord] of CHORDS.entries()) {
    for (const [i, note] of chord.entries()) {
      // A pianist's fingers don't land together.
      played.add(createKey(note, 0.5, 3.4), bar * 4 * BEAT + i * 0.024, i === 0 ? 0.4 : 0.17, (i - 2) * 0.18)
      if (i > 0) played.add(createKey(note, 0.4, 1.4), (bar * 4 + 2.5) * BEAT + i * 0.012, 0.1, (i - 2) * 0.18)
    }
  }
  for (const [beat, note, strength] of MELODY) played.add(createKey(note, strength, 2.6), beat * BEAT, 0.24, 0.12)
  for (const side of [played.left, played.right]) filterLoop(filterLoop(side, 'low', 4200), 'high', 70)
  const out = placeInRoom(played, BOOTH)
  out.mix(createGrooves(random))
  out.mix(createRain(random))
  return out
}

/** Creates an electric piano note: a struck tine above its tone bar. */
function createKey(note: number, strength: number, seconds: number): Float32Array {
  const f = toHertz(note)
  const body = strike(0.005, seconds)
  const tine = strike(0.002, 0.45)
  const turns = (2 * Math.PI * TURNS) / RECORD_SECONDS
  return createTone(seconds, (t) => {
    // The record's wow.
    const at = 2 * Math.PI * f * t + 0.3 * Math.sin(turns * t)
    return (
      strength * body(t) * (Math.sin(at + 0.8 * strength * tine(t) * Math.sin(at)) + 0.2 * Math.sin(2 * at)) +
      strength * strength * 0.06 * tine(t) * Math.sin(at * 7.02)
    )
  })
}

function createGrooves(random: Random): Stereo {
  const out = new Loop(RECORD_SECONDS)
  for (const side of [-0.7, 0.7]) {
    const hiss = filterLoop(filterLoop(createNoise(RECORD_SECONDS, random), 'high', 1400), 'low', 7000)
    out.add(createGain(hiss, 0.012), 0, 1, side)
  }
  for (let click = 0; click < CLICKS; click += 1) {
    const size = random.next() ** 4
    const pop = filter(
      createNoise(0.012, random, strike(0.0002, 0.004 + 0.006 * size)),
      'band',
      1200 + 2600 * random.next(),
    )
    out.add(pop, random.next() * RECORD_SECONDS, 0.06 + 0.5 * size, random.next() - 0.5)
  }
  return out
}

function createRain(random: Random): Stereo {
  const out = new Loop(RECORD_SECONDS)
  const turn = (t: number) => (2 * Math.PI * t) / RECORD_SECONDS
  for (const side of [-0.8, 0.8]) {
    const hiss = filterLoop(filterLoop(createNoise(RECORD_SECONDS, random), 'high', 900), 'low', 5200)
    out.add(
      createGain(hiss, (t) => 0.03 * (1 + 0.25 * Math.sin(turn(t) + side))),
      0,
      1,
      side,
    )
  }
  for (let drop = 0; drop < DROPS; drop += 1) {
    const size = random.next() ** 3
    const hertz = 900 + 3600 * (1 - size) * (0.4 + 0.6 * random.next())
    const modes = [
      { hertz, level: 1, fall: 0.02 + 0.03 * size },
      { hertz: hertz * 2.3, level: 0.4, fall: 0.012 },
    ]
    out.add(ring(modes, 0.09, random), random.next() * RECORD_SECONDS, 0.006 + 0.055 * size, random.next() * 1.6 - 0.8)
  }
  return out
}
