/** A fault that the user can fix. The terminal shows only its message. */
export class StartError extends Error {}

/** The codes of the file system and of PostgreSQL. */
const DISK_FULL = ['ENOSPC', '53100']

/** Returns what the terminal shows of an error: a sentence if we know one, or the whole error. */
export function describeStartError(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  const isFull = error instanceof Error && DISK_FULL.includes((error as NodeJS.ErrnoException).code ?? '')
  return isFull ? 'The disk with the data folder is full. Make space, and start again. Your data are unchanged.' : error
}
