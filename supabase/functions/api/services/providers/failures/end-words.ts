/**
 * The final statuses of a task without a video, in lowercase, with the reason for users. From the providers'
 * documentation and from reports.
 */
const ENDS: Readonly<Record<string, string>> = {
  failed: '',
  failure: '',
  error: '',
  rejected: '',
  aborted: 'the job was canceled',
  canceled: 'the job was canceled',
  cancelled: 'the job was canceled',
  deleted: 'the job was deleted',
  expired: 'the job expired',
}

/**
 * Returns null for a status, in any letter case, that doesn't end a task. Otherwise returns the reason for users. Empty
 * if the status names none.
 * `place`: the provider, such as 'at Runway'.
 */
export function readEnd(word: string, place: string): string | null {
  const key = word.toLowerCase()
  if (!Object.hasOwn(ENDS, key)) return null
  return ENDS[key] ? `${ENDS[key]} ${place}` : ''
}
