// Simulates the room around a close microphone. A few early reflections from desk and walls precede a short, dull tail.
import type { Random } from './random.ts'
import { Loop, RATE, type Stereo, wrapIndex } from './stereo.ts'
import { createNoise, filterLoop } from './synth.ts'

export interface Room {
  /** The early reflections: milliseconds, level, and side (-1 to 1). */
  early: readonly (readonly [ms: number, level: number, side: number])[]
  /** The seconds to -60 dB. */
  tail: number
  tailLevel: number
  /** The brightness, from 0 (heavy curtains) to 1 (bare walls). */
  brightness: number
}

/** A small treated room with a desk. */
export const BOOTH: Room = {
  early: [
    [1.3, 0.34, 0.1],
    [3.7, 0.16, -0.6],
    [5.9, 0.13, 0.7],
    [9.4, 0.09, -0.3],
    [13.1, 0.07, 0.5],
    [17.8, 0.05, -0.8],
  ],
  tail: 0.28,
  tailLevel: 0.1,
  brightness: 0.35,
}

/** A room with still air over water and distant stone walls. */
export const GROTTO: Room = {
  early: [
    [11.3, 0.16, -0.7],
    [17.9, 0.15, 0.8],
    [29.1, 0.12, 0.2],
    [41.7, 0.1, -0.4],
  ],
  tail: 2.1,
  tailLevel: 0.3,
  brightness: 0.5,
}

const LINES_MS = [23.1, 27.7, 31.3, 35.9, 40.1, 44.9, 50.3, 55.7]

/** Adds the room to a sound. A loop remains a loop. */
export function placeInRoom(dry: Stereo, room: Room): Loop {
  const length = dry.left.length
  const out = new Loop(length / RATE)
  out.mix(dry)
  for (const [ms, level, side] of room.early) {
    const delay = Math.round((ms * RATE) / 1000)
    let [heldLeft, heldRight] = [0, 0]
    for (let i = -200; i < length; i++) {
      const from = wrapIndex(i, length)
      const middle = ((dry.left[from] ?? 0) + (dry.right[from] ?? 0)) / 2
      heldLeft += (0.25 + 0.6 * room.brightness) * (middle - heldLeft)
      heldRight = heldLeft
      if (i < 0) continue
      const to = wrapIndex(i + delay, length)
      out.left[to] = (out.left[to] ?? 0) + heldLeft * level * (1 - Math.max(0, side) * 0.8)
      out.right[to] = (out.right[to] ?? 0) + heldRight * level * (1 + Math.min(0, side) * 0.8)
    }
  }
  out.mix(getTail(dry, room), room.tailLevel)
  return out
}

/**
 * Returns the reverb tail from eight delay lines that feed each other. They run around the loop until the first turn is
 * inaudible.
 */
function getTail(dry: Stereo, room: Room): Stereo {
  const length = dry.left.length
  const out = new Loop(length / RATE)
  const lines = LINES_MS.map((ms) => new Float32Array(Math.round((ms * RATE) / 1000)))
  const gains = LINES_MS.map((ms) => 10 ** ((-3 * ms) / 1000 / room.tail))
  const places = new Int32Array(lines.length)
  const held = new Float32Array(lines.length)
  const turns = 1 + Math.ceil((room.tail * RATE) / length)
  for (let i = 0; i < length * turns; i++) {
    const at = i % length
    let total = 0
    for (const [k, line] of lines.entries()) {
      const value = line[places[k] ?? 0] ?? 0
      held[k] = (held[k] ?? 0) + (0.12 + 0.8 * room.brightness) * (value - (held[k] ?? 0))
      total += (held[k] ?? 0) * (gains[k] ?? 0)
    }
    let [left, right] = [0, 0]
    for (const [k, line] of lines.entries()) {
      const value = (held[k] ?? 0) * (gains[k] ?? 0)
      const place = places[k] ?? 0
      line[place] = value - total / 4 + ((k % 2 ? dry.right[at] : dry.left[at]) ?? 0) * 0.35
      places[k] = place + 1 === line.length ? 0 : place + 1
      if (k % 2) right += k % 4 === 1 ? value : -value
      else left += k % 4 === 0 ? value : -value
    }
    if (i >= length * (turns - 1)) {
      out.left[at] = left
      out.right[at] = right
    }
  }
  return out
}

/** Adds the air of a quiet room, different in both channels. Without it, silence sounds digital. */
export function addAir(loop: Loop, random: Random, level: number): void {
  const seconds = loop.left.length / RATE
  const air = filterLoop(filterLoop(createNoise(seconds, random), 'low', 420), 'high', 55)
  loop.add(air, 0, level, -0.6)
  loop.add(air, seconds * 0.47, level, 0.6)
}
