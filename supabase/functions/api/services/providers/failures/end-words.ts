/** The last words of a task without a video, in lower case: what each says for the user. Providers' documents and reports have them. */
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
 * Returns null for a word, in any letter case, that doesn't end a task. Else the reason for the user, empty if the word names none.
 * `place`: where it ended, such as 'at Runway'.
 */
export function readEnd(word: string, place: string): string | null {
  const key = word.toLowerCase()
  if (!Object.hasOwn(ENDS, key)) return null
  return ENDS[key] ? `${ENDS[key]} ${place}` : ''
}
