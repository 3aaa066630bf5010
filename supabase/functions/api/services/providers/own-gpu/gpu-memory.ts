/** A sentence for the user of a GPU of one's own: a lack of memory is something that a user can change. */
export const OUT_OF_MEMORY = 'The GPU ran out of memory. Try a shorter or smaller video.'

export function isOutOfMemory(reason: string): boolean {
  return /out of memory|OutOfMemory/i.test(reason)
}
