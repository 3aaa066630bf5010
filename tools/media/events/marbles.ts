export const MARBLES_SECONDS = 6

/** One of three marbles. Each marble rolls in, hits the marble at rest, and stops in its position. */
export interface Marble {
  /** The time at which the marble hits the previous one. It is always the time of a frame. */
  arrives: number
  /** The speed on arrival, in radii per second. */
  speed: number
}

export const marbles: readonly Marble[] = [
  { arrives: 26 / 24, speed: 9.5 },
  { arrives: 73 / 24, speed: 8.2 },
  { arrives: 121 / 24, speed: 10.4 },
]

/** The rolling friction, in radii per second squared. */
const BRAKE = 1.5
/** The time for which a marble rolls on after its hit. Its spin carries it to the other marble's position. */
const SETTLE_SECONDS = 1.05
/** The share of its speed that a rolling ball transfers to a ball at rest, once neither slips. */
const PASSED_ON = 0.71

function next(index: number): Marble {
  return marbles[(index + 1) % marbles.length] as Marble
}

/** Returns the center of a marble along the board at `t`, or null while the marble isn't visible. */
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
