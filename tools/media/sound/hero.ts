// Creates the hero's sound: a slow evening track as a tape machine plays it. It has three chords, a few soft keys, and
// tape noise.
import { Random } from './random.ts'
import { placeInRoom, type Room } from './room.ts'
import { Loop, type Stereo } from './stereo.ts'
import { createGain, createNoise, createTone, filter, filterLoop, strike } from './synth.ts'

const SECONDS = 9
const BEAT = 0.75
const HALL: Room = {
  early: [
    [19.1, 0.2, -0.7],
    [27.3, 0.18, 0.7],
    [38.9, 0.12, -0.2],
  ],
  tail: 2.6,
  tailLevel: 0.4,
  brightness: 0.42,
}

/** The chords as MIDI notes, four beats each: D minor, B flat major, and F major, with open voicings. */
const CHORDS = [
  [38, 50, 57, 60, 64],
  [34, 46, 53, 57, 62],
  [41, 48, 55, 57, 64],
]
/** The keys as beat, MIDI note, and strength. There are rests between the phrases. */
const KEYS: readonly (readonly [number, number, number])[] = [
  [0, 69, 0.9],
  [0.5, 72, 0.6],
  [1.5, 76, 0.85],
  [3, 74, 0.5],
  [4, 65, 0.8],
  [4.5, 69, 0.65],
  [5, 74, 0.9],
  [6.5, 72, 0.6],
  [8, 60, 0.75],
  [8.5, 67, 0.6],
  [9, 72, 0.8],
  [9.5, 76, 0.7],
  [10.5, 79, 0.5],
]

const toHertz = (note: number) => 440 * 2 ** ((note - 69) / 12)

/** Creates an electric piano note: a struck tine above its tone bar, with the slow wavering of the tape. */
function key(note: number, strength: number): Float32Array {
  const f = toHertz(note)
  const body = strike(0.006, 3.2)
  const tine = strike(0.002, 0.5)
  return createTone(3.2, (t) => {
    const at = 2 * Math.PI * f * t + 0.35 * Math.sin(2 * Math.PI * 4.1 * t)
    return (
      strength * body(t) * (Math.sin(at + 0.9 * strength * tine(t) * Math.sin(at)) + 0.22 * Math.sin(2 * at)) +
      strength * strength * 0.07 * tine(t) * Math.sin(at * 7.02)
    )
  })
}

function pad(note: number, random: Random): Float32Array {
  const seconds = 4 * BEAT + 2.2
  const voices = [-0.09, -0.03, 0.04, 0.1].map((cents) => ({ f: toHertz(note + cents), phase: random.next() }))
  const out = createTone(seconds, (t) => {
    const swell = Math.sin(Math.PI * Math.min(1, t / seconds)) ** 1.4
    let value = 0
    for (const { f, phase } of voices) {
      const at = 2 * Math.PI * (f * t + phase)
      for (let k = 1; k <= 5; k++) value += Math.sin(at * k) / k ** 1.7
    }
    return (value * swell) / voices.length
  })
  return filter(out, 'low', (t) => 380 + 700 * Math.sin(Math.PI * Math.min(1, t / seconds)) ** 2)
}

export function createHeroSound(): Stereo {
  const random = new Random(9)
  const dry = new Loop(SECONDS)
  for (const [bar, chord] of CHORDS.entries()) {
    for (const [i, note] of chord.entries()) {
      dry.add(pad(note, random), bar * 4 * BEAT - 0.9, i === 0 ? 0.085 : 0.036, i === 0 ? 0 : (i - 2.5) * 0.4)
    }
  }
  for (const [beat, note, strength] of KEYS) {
    dry.add(key(note, strength), beat * BEAT + random.around(0, 0.008), 0.2, (note - 70) / 18)
  }
  const out = placeInRoom(dry, HALL)
  // The tape's hiss, and the reels' soft pulse. A reel has three spokes and turns in nine seconds.
  const hiss = filterLoop(filterLoop(createNoise(SECONDS, random), 'high', 2500), 'low', 9000)
  out.add(createGain(hiss, 0.006), 0, 1, -0.5)
  out.add(hiss, SECONDS / 2, 1, 0.5)
  const reel = filterLoop(createNoise(SECONDS, random), 'band', 210, 1.2)
  out.add(
    createGain(reel, (t) => 0.03 * (0.6 + 0.4 * Math.sin((2 * Math.PI * 3 * t) / SECONDS))),
    0,
    1,
    0.2,
  )
  return out
}
