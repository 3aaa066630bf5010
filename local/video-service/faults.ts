// The fault words: what a prompt makes the stand-in do wrong, as test card numbers do at payment services.
// Longer words come first, so that `#no-url` is never read as something shorter.

/** Answered at create; no task exists afterwards. */
export const CREATE_FAULTS = ['#reject', '#error', '#garbage', '#no-task'] as const
/** Shown by the task or its file. */
export const TASK_FAULTS = ['#broken-file', '#no-url', '#stuck', '#slow', '#fail'] as const

export type Fault = (typeof CREATE_FAULTS)[number] | (typeof TASK_FAULTS)[number]

/** A `#slow` task is not finished before this time after its creation. */
export const SLOW_TASK_MS = 60_000

const ALL_FAULTS: readonly Fault[] = [...CREATE_FAULTS, ...TASK_FAULTS]
const FAULT_WORD = new RegExp(`(?:${ALL_FAULTS.join('|')})(?![\\w-])`, 'gi')

/** The first fault word in a prompt, if any. */
export function findFault(prompt: string): Fault | null {
  const word = prompt.match(FAULT_WORD)?.[0]?.toLowerCase()
  return ALL_FAULTS.find((fault) => fault === word) ?? null
}

/** The prompt as it is drawn: without fault words. */
export function withoutFaults(prompt: string): string {
  return prompt.replace(FAULT_WORD, ' ').replace(/\s+/g, ' ').trim()
}
