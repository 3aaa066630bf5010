/** The message for users of a private GPU, who can change the size of the video. */
export const OUT_OF_MEMORY = 'The GPU ran out of memory. Try a shorter or smaller video.'

export function isOutOfMemory(reason: string): boolean {
  return /out of memory|OutOfMemory/i.test(reason)
}
