export type Point = [number, number, number]

/** Returns the distance of a point along the camera's axis. Use it as the focus distance to make the point sharp. */
export function getDepth(point: Point, eye: Point, target: Point): number {
  const axis = target.map((value, i) => value - (eye[i] ?? 0))
  return axis.reduce((sum, value, i) => sum + value * ((point[i] ?? 0) - (eye[i] ?? 0)), 0) / Math.hypot(...axis)
}

/** Returns an angle that makes one full turn during the clip. */
export function getPhase(t: number, seconds: number): number {
  return (2 * Math.PI * t) / seconds
}
