import { describeCause, type Log } from '../log.ts'
import type { Bucket, Files } from './files.ts'

/** Returns signed addresses by path, without those that can't be signed. `seconds` as in Files. */
export async function signPaths(
  bucket: Bucket,
  paths: (string | null)[],
  { files, log }: { files: Pick<Files, 'urls'>; log: Log },
  seconds?: number,
): Promise<Map<string, string>> {
  try {
    return await files.urls(
      bucket,
      paths.filter((path) => path !== null),
      seconds,
    )
  } catch (cause) {
    log({ level: 'error', message: 'file URLs not signed', cause: describeCause(cause) })
    return new Map()
  }
}
