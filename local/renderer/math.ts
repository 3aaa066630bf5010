export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(Math.max(value, low), high)
}

export function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t
}

/** Returns 0 below `low`, 1 above `high`, and a smooth step between them. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/** Eases a camera move. The camera starts and ends gently, but never stops. */
export function easeInOut(t: number): number {
  return 0.35 * t + 0.65 * smoothstep(0, 1, t)
}
