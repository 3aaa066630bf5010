// Creates the sound of glass marbles on wood, close to the microphone. A rolling marble sounds like the board's grain.
// A hit is a very short click, and the ring of the glass and the board follow.
import { getMarblePosition, MARBLES_SECONDS, marbles } from '../events/marbles.ts'
import { Random } from './random.ts'
import { addAir, placeInRoom, type Room } from './room.ts'
import { Loop, RATE, type Stereo } from './stereo.ts'
import { createGain, createNoise, filter, filterLoop, ring, roundPeaks, strike, sum } from './synth.ts'

/** A wooden room with a table. */
const PARLOUR: Room = {
  early: [
    [2.1, 0.3, 0.15],
    [5.3, 0.16, -0.6],
    [8.7, 0.13, 0.7],
    [13.9, 0.1, -0.2],
    [21.3, 0.08, 0.5],
  ],
  tail: 0.55,
  tailLevel: 0.14,
  brightness: 0.5,
}

function createClack(strength: number, random: Random): Float32Array {
  const glass = ring(
    [
      [2930, 0.5, 0.1],
      [4170, 0.62, 0.13],
      [5680, 0.5, 0.09],
      [7440, 0.32, 0.06],
      [9900, 0.2, 0.02],
    ].map(([hertz = 0, level = 0, fall = 0]) => ({
      hertz: hertz * random.around(1, 0.015),
      level: level * random.around(1, 0.1),
      fall,
    })),
    0.16,
    random,
    0.0002,
  )
  const board = ring(
    [
      { hertz: 146, level: 0.5, fall: 0.26 },
      { hertz: 287, level: 0.55, fall: 0.2 },
      { hertz: 463, level: 0.42, fall: 0.14 },
      { hertz: 810, level: 0.3, fall: 0.08 },
    ],
    0.35,
    random,
    0.001,
  )
  const touch = filter(createNoise(0.012, random, strike(0.0002, 0.006)), 'band', 4600, 0.7)
  return sum(createGain(glass, 0.55 * strength), createGain(board, 0.5 * strength), createGain(touch, 0.8 * strength))
}

/** Returns the speed of a marble along the board, in radii per second. */
function getSpeed(index: number, t: number): number {
  const [before, after] = [getMarblePosition(index, t - 0.004), getMarblePosition(index, t + 0.004)]
  if (before === null || after === null) return 0
  const speed = (after - before) / 0.008
  return speed < 40 ? speed : 0
}

/** Creates the rolling sound of one marble in stereo, for the whole loop. */
function rolling(index: number, random: Random): Stereo {
  const out = new Loop(MARBLES_SECONDS)
  const low = filterLoop(createNoise(MARBLES_SECONDS, random), 'band', 190, 0.8)
  const middle = filterLoop(createNoise(MARBLES_SECONDS, random), 'band', 620, 0.9)
  const high = filterLoop(createNoise(MARBLES_SECONDS, random), 'band', 2600, 0.6)
  let grain = 0
  let tick = 0
  let [speed, x] = [0, 0]
  for (let i = 0; i < out.left.length; i++) {
    if (i % 48 === 0) {
      speed = getSpeed(index, i / RATE)
      x = getMarblePosition(index, i / RATE) ?? 0
    }
    // The marble rolls over the pores and ridges of the wood. A higher speed brings them closer together.
    if (random.next() < (speed * 16) / RATE) tick = (random.next() - 0.5) * 2
    tick *= 0.985
    grain += 0.3 * (tick - grain)
    const heard = Math.min(1, speed / 9) ** 0.8
    const near = 1 / (1 + (x / 4.5) ** 2)
    const value =
      heard * near * ((low[i] ?? 0) * 0.8 + (middle[i] ?? 0) * 0.5 + (high[i] ?? 0) * 0.07 * heard + grain * 0.7)
    const side = Math.max(-1, Math.min(1, x / 7))
    out.left[i] = value * (1 - Math.max(0, side) * 0.75)
    out.right[i] = value * (1 + Math.min(0, side) * 0.75)
  }
  return out
}

export function createMarblesSound(): Stereo {
  const random = new Random(23)
  const dry = new Loop(MARBLES_SECONDS)
  for (const [index, { arrives, speed }] of marbles.entries()) {
    dry.mix(rolling(index, random), 0.15)
    const strength = speed / 10
    dry.add(roundPeaks(createClack(strength, random), 0.22), arrives, 0.9, -0.1)
    // The marbles touch once more, very quietly.
    dry.add(createClack(0.12 * strength, random), arrives + random.between(0.031, 0.046), 0.9, -0.08)
  }
  const out = placeInRoom(dry, PARLOUR)
  addAir(out, random, 0.006)
  return out
}
