export const MARBLES_SECONDS = 6

/** One marble of three. Each rolls in, meets the one at rest and takes its place; the next one does the same to it. */
export interface Marble {
  /** When it meets the one before, on a frame. */
  arrives: number
  /** Speed it arrives with, in radii per second. */
  speed: number
}

export const marbles: readonly Marble[] = [
  { arrives: 26 / 24, speed: 9.5 },
  { arrives: 73 / 24, speed: 8.2 },
  { arrives: 121 / 24, speed: 10.4 },
]

/** Rolling friction, in radii per second squared. */
const BRAKE = 1.5
/** After the hit the arriving marble still rolls on by its spin and stops where the other lay. */
const SETTLE_SECONDS = 1.05
/** The share of speed that a rolling ball passes on to one at rest, once neither slips. */
const PASSED_ON = 0.71

function next(index: number): Marble {
  return marbles[(index + 1) % marbles.length] as Marble
}

/** Returns the middle of a marble along the board at `t`, or null while it is out of sight. */
export function getMarblePosition(index: number, t: number): number | null {
  const { arrives, speed } = marbles[index] as Marble
  const after = next(index)
  const stays = (after.arrives - arrives + MARBLES_SECONDS) % MARBLES_SECONDS
  const age = ((((t - arrives + 2) % MARBLES_SECONDS) + MARBLES_SECONDS) % MARBLES_SECONDS) - 2
  if (age < 0) {
    const x = -2 + speed * age - (BRAKE / 2) * age ** 2
    return x > -16 ? x : null
  }
  if (age < stays) {
    const part = Math.min(1, age / SETTLE_SECONDS)
    return -2 * (1 - part) ** 2.4
  }
  const out = age - stays
  const x = PASSED_ON * after.speed * out - (BRAKE / 4) * out ** 2
  return x < 14 && out < 3.2 ? x : null
}
