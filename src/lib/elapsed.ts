/** Also true when the clock was set back meanwhile. */
export function isLongAgo(at: number, ms: number): boolean {
  const age = Date.now() - at
  return age < 0 || age >= ms
}
