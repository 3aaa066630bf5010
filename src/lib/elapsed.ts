/** Whether it is at least `ms` ago. A clock that was set back meanwhile says nothing of that, so then it is. */
export function isLongAgo(at: number, ms: number): boolean {
  const age = Date.now() - at
  return age < 0 || age >= ms
}
