export type Point = [number, number, number]

/** Returns the distance of a point along the camera's axis. Focus on it to have it sharp. */
export function getDepth(point: Point, eye: Point, target: Point): number {
  const axis = target.map((value, i) => value - (eye[i] ?? 0))
  return axis.reduce((sum, value, i) => sum + value * ((point[i] ?? 0) - (eye[i] ?? 0)), 0) / Math.hypot(...axis)
}

/** An angle that runs once round while the clip does. */
export function getPhase(t: number, seconds: number): number {
  return (2 * Math.PI * t) / seconds
}
