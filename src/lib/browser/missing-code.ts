// After a deployment an open tab may request code files that are gone: it reloads once, then says that they are missing.
import { isOlderThan } from '@/lib/elapsed'
import { reloadPage } from './reload-page'

/** The milliseconds within which a second reload would be a loop. */
const RELOAD_INTERVAL_MS = 60_000
const RELOADED_AT = 'reloaded_at'
/** The milliseconds after which a site that doesn't answer counts as unreachable. */
const ANSWER_LIMIT_MS = 5000

/** Returns whether an error says that code could not be loaded, by the browsers' messages. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script failed/i.test(error.message)
}

/** `missing`: a reload was just tried. `unreachable`: the site does not answer, and a reload would leave an empty window. */
export type Recovery = 'reloading' | 'missing' | 'unreachable'

interface RecoverOptions {
  /** True if the user asks for a reload, however recent the last one. */
  isAskedFor?: boolean
  /** Prevents the reload once aborted. */
  signal?: AbortSignal
}

export async function recoverMissingCode({ isAskedFor = false, signal }: RecoverOptions = {}): Promise<Recovery> {
  if (!(await isSiteReachable())) return 'unreachable'
  if (signal?.aborted || (!isAskedFor && !recordReload())) return 'missing'
  reloadPage()
  return 'reloading'
}

async function isSiteReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
    await fetch(new URL('/', window.location.origin), { method: 'HEAD', cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}

/** Notes a reload. Returns false after a recent one, or if it can't be stored. */
function recordReload(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (!isOlderThan(last, RELOAD_INTERVAL_MS)) return false
    window.sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return true
  } catch {
    return false
  }
}
