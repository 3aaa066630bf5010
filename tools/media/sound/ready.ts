// Creates a short melody on wooden bars with a soft pulse. The loop has eight beats.
import { Random } from './random.ts'
import { placeInRoom, type Room } from './room.ts'
import { Loop, type Stereo } from './stereo.ts'
import { createGain, createNoise, createTone, filter, ring, strike, sum } from './synth.ts'

export const READY_SECONDS = 5
const BEAT = READY_SECONDS / 8

const LIVE_ROOM: Room = {
  early: [
    [7.3, 0.2, -0.6],
    [11.9, 0.18, 0.6],
    [18.7, 0.12, 0.1],
  ],
  tail: 1.1,
  tailLevel: 0.22,
  brightness: 0.55,
}

/** The notes as beat, MIDI note, strength, and side. */
const BARS: readonly (readonly [number, number, number, number])[] = [
  [0, 57, 1, -0.5],
  [0.75, 64, 0.6, 0.4],
  [1.5, 69, 0.8, 0.6],
  [2, 72, 0.9, -0.4],
  [2.75, 71, 0.5, 0.3],
  [3.5, 64, 0.7, -0.6],
  [4, 53, 1, 0.5],
  [4.75, 60, 0.6, -0.4],
  [5.5, 69, 0.85, -0.6],
  [6, 67, 0.8, 0.5],
  [6.5, 64, 0.55, -0.2],
  [7.25, 62, 0.6, 0.4],
]

const toHertz = (note: number) => 440 * 2 ** ((note - 69) / 12)

/**
 * Creates the sound of a wooden bar over its tube. The bar's arch tunes its overtones to about four and ten times the
 * pitch.
 */
function createBar(note: number, strength: number, random: Random): Float32Array {
  const f = toHertz(note)
  const modes = [
    { hertz: f, level: 0.9, fall: 1.5 },
    { hertz: f * 3.98, level: 0.22 * strength, fall: 0.34 },
    { hertz: f * 9.4, level: 0.09 * strength, fall: 0.1 },
  ]
  const mallet = filter(createNoise(0.03, random, strike(0.0008, 0.02)), 'band', 1100, 0.8)
  return createGain(sum(ring(modes, 1.5, random, 0.0016), createGain(mallet, 0.5)), strength)
}

function createPulse(note: number): Float32Array {
  const f = toHertz(note)
  const envelope = strike(0.02, 1.1)
  return createTone(1.2, (t) => envelope(t) * (Math.sin(2 * Math.PI * f * t) + 0.25 * Math.sin(4 * Math.PI * f * t)))
}

export function createReadySound(): Stereo {
  const random = new Random(31)
  const dry = new Loop(READY_SECONDS)
  for (const [beat, note, strength, side] of BARS) dry.add(createBar(note, strength, random), beat * BEAT, 0.3, side)
  for (const [beat, note] of [
    [0, 33],
    [1.5, 45],
    [2.5, 33],
    [4, 29],
    [5.5, 41],
    [6.5, 31],
  ] as const) {
    dry.add(createPulse(note + 12), beat * BEAT, 0.22, 0)
  }
  for (let beat = 0.5; beat < 8; beat += 1) {
    const brush = filter(createNoise(0.08, random, strike(0.004, 0.06)), 'high', 6200)
    dry.add(brush, beat * BEAT, 0.05 * random.around(1, 0.2), beat % 2 > 1 ? 0.3 : -0.3)
  }
  return placeInRoom(dry, LIVE_ROOM)
}
