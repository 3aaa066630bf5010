/** One drop: its size, and the position and time at which it hits the water. The time is always that of a frame. */
export interface Drop {
  x: number
  z: number
  impact: number
  strength: number
}

export const WATER_SECONDS = 6

function drop(frame: number, x: number, z: number, strength: number): Drop {
  return { x, z, impact: frame / 24, strength }
}

export const drops: readonly Drop[] = [
  drop(12, 0.2, 0.1, 1),
  drop(47, -2.6, -1.9, 0.62),
  drop(66, 1.9, -0.9, 0.8),
  drop(101, -0.9, 0.9, 0.92),
  drop(123, 3.4, -3.2, 0.55),
]

/** The seconds from the impact until the droplet from the water column falls back. */
export const RETURN_SECONDS = 21 / 24

/** Returns the column and the droplet `age` seconds after an impact, as heights and radii in centimeters. */
export function getJetAt(age: number, strength: number): [number, number, number, number] {
  const rise = (age - 0.11) / 0.5
  const height = rise > 0 && rise < 1 ? 2.1 * strength * Math.sin(Math.PI * rise) ** 0.8 : 0
  const width = 0.17 * strength ** 0.5 * (1 - 0.35 * Math.max(0, rise))
  const flight = (age - 0.4) / (RETURN_SECONDS - 0.4)
  if (strength < 0.75 || flight < 0 || flight > 1) return [height, width, 0, 0]
  const top = 2.1 * strength
  return [height, width, top + flight * 1.5 - flight * flight * (top + 1.5), 0.15 * strength]
}
