import type { ServerJob } from '@contract/jobs'
import { shortText } from '@/lib/short-text'

export const NO_PROMPT = 'Image only, no prompt'

/** Returns a video's name, short enough for a label. */
export function nameOf({ title, prompt }: Pick<ServerJob, 'prompt'> & Partial<Pick<ServerJob, 'title'>>): string {
  return title || shortText(prompt) || NO_PROMPT
}
