// One camera over two pictures: it leaves the first and arrives at the second in the same direction, so that one motion goes
// through the change.
import { clamp, lerp } from '../math.ts'
import type { Random } from '../random.ts'
import type { View } from './plate.ts'

const ZOOM = 0.34
/** The share of the room at a plate's sides that the camera uses. */
const REACH = 0.9
/** The share of the way that the camera goes at an even speed, so that it is never still. */
const EVEN = 0.3

export interface Camera {
  /** 1 to the right, -1 to the left. */
  turn: 1 | -1
  /** The view of the first picture. At the progress 0 it shows all of it. */
  leave(progress: number): View
  /** The view of the second picture. At the progress 1 it shows all of it. */
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

/** The way of the camera, 0 to 1: slow at both ends, fastest in the middle. */
function travel(progress: number): number {
  const t = clamp(progress)
  return lerp(t * t * t * (t * (t * 6 - 15) + 10), t, EVEN)
}
