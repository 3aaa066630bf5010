/** Returns whether `ms` milliseconds have passed since `at`. Also true if the clock was set back. */
export function isOlderThan(at: number, ms: number): boolean {
  const age = Date.now() - at
  return age < 0 || age >= ms
}
