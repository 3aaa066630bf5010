/** One key press, which the picture shows and the sound plays. */
export interface Press {
  letter: string
  column: number
  row: number
  /** The time at which the key reaches the bottom, in seconds. It is always the time of a frame. */
  bottom: number
  /** The time for which the key stays down, in seconds. */
  hold: number
  /** The strength of the press, from 0 to 1. */
  strength: number
}

const ROWS = ['QWERTY', 'ASDFGH', 'ZXCVBN']

function press(letter: string, frame: number, hold: number, strength: number): Press {
  const row = ROWS.findIndex((letters) => letters.includes(letter))
  return { letter, row, column: ROWS[row]?.indexOf(letter) ?? 0, bottom: frame / 24, hold, strength }
}

/** The letters of 'reverb beats', typed slowly. */
export const presses: readonly Press[] = [
  press('R', 10, 0.1, 0.8),
  press('E', 20, 0.08, 0.7),
  press('V', 28, 0.11, 0.85),
  press('E', 41, 0.09, 0.65),
  press('R', 49, 0.08, 0.8),
  press('B', 61, 0.15, 1),
  press('B', 84, 0.1, 0.75),
  press('E', 95, 0.08, 0.7),
  press('A', 103, 0.12, 0.6),
  press('T', 115, 0.09, 0.8),
  press('S', 125, 0.16, 0.9),
]

const DOWN_SECONDS = 0.06
export const UP_SECONDS = 0.075

/**
 * Returns the depth of a key `t` seconds after it reached the bottom: 0 is up, and 1 is down. After it is up again, the
 * key trembles a little.
 */
export function getDepthAfter(t: number, hold: number): number {
  if (t < -DOWN_SECONDS) return 0
  if (t < 0) return (1 + t / DOWN_SECONDS) ** 2.2
  if (t < hold) return 1 - 0.05 * Math.exp(-t * 90) * Math.sin(t * 260)
  const up = t - hold
  if (up < UP_SECONDS) return 1 - (up / UP_SECONDS) ** 1.6
  return -0.06 * Math.exp(-(up - UP_SECONDS) * 45) * Math.sin((up - UP_SECONDS) * 190)
}
