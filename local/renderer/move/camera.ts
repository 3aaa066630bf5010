// Plans one camera for two images. The camera leaves the first image and arrives at the second in the same direction.
// Its motion therefore continues through the change.
import { clamp, lerp } from '../math.ts'
import type { Random } from '../random.ts'
import type { View } from './plate.ts'

const ZOOM = 0.34
/** The share of the space at a plate's sides that the camera uses. */
const REACH = 0.9
/** The share of the path that the camera travels at a constant speed, so that it never stops. */
const EVEN = 0.3

export interface Camera {
  /** The direction of the camera: 1 is right, and -1 is left. */
  turn: 1 | -1
  /** Returns the view of the first image. At progress 0, the whole image is visible. */
  leave(progress: number): View
  /** Returns the view of the second image. At progress 1, the whole image is visible. */
  arrive(progress: number): View
}

export function planCamera(random: Random): Camera {
  const turn = random.chance(0.5) ? 1 : -1
  const rise = random.between(-0.5, 0.5)
  const look = (way: number, side: number): View => ({ zoom: 1 + ZOOM * way, x: turn * REACH * side, y: rise * side })
  return {
    turn,
    leave: (progress) => look(travel(progress), travel(progress)),
    arrive: (progress) => look(1 - travel(progress), travel(progress) - 1),
  }
}

/**
 * Returns the camera's position on its path, from 0 to 1. The camera is slow at both ends and fastest in the middle.
 */
function travel(progress: number): number {
  const t = clamp(progress)
  return lerp(t * t * t * (t * (t * 6 - 15) + 10), t, EVEN)
}
