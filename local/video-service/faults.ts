// Finds the words in a prompt that make the stand-in fail. They work like a payment service's test card numbers.

/** These words make the create request fail. No task exists afterward. */
export const CREATE_FAULTS = ['#reject', '#error', '#garbage', '#no-task'] as const
/** These words change the task or its file. */
export const TASK_FAULTS = ['#broken-file', '#no-url', '#stuck', '#slow', '#refused', '#fail'] as const

export type Fault = (typeof CREATE_FAULTS)[number] | (typeof TASK_FAULTS)[number]

/** The delay of a `#slow` task, counted from its creation. */
export const SLOW_TASK_MS = 60_000

const ALL_FAULTS: readonly Fault[] = [...CREATE_FAULTS, ...TASK_FAULTS]
const FAULT_WORD = new RegExp(`(?:${ALL_FAULTS.join('|')})(?![\\w-])`, 'gi')

export function findFault(prompt: string): Fault | null {
  const word = prompt.match(FAULT_WORD)?.[0]?.toLowerCase()
  return ALL_FAULTS.find((fault) => fault === word) ?? null
}

export function removeFaults(prompt: string): string {
  return prompt.replace(FAULT_WORD, ' ').replace(/\s+/g, ' ').trim()
}

/** Returns the response of a proxy in front of the provider, which is neither JSON nor in the provider's format. */
export function createEdgePage(): Response {
  return new Response(EDGE_PAGE, { status: 502, headers: { 'content-type': 'text/html; charset=UTF-8' } })
}

const EDGE_PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>edge proxy</center></body></html>
`
