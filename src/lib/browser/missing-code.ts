// Recovers from missing code. After a deployment, an open tab may request code files that no longer exist. The page
// reloads once, and then shows an error.
import { isOlderThan } from '@/lib/elapsed'
import { reloadPage } from './reload-page'

/** The time in milliseconds within which a second reload would be a loop. */
const RELOAD_INTERVAL_MS = 60_000
const RELOADED_AT = 'reloaded_at'
/** The timeout in milliseconds after which the site counts as unreachable. */
const ANSWER_LIMIT_MS = 5000

/** Returns whether an error means that code couldn't load. It compares the browsers' messages. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script failed/i.test(error.message)
}

/**
 * `missing`: a recent reload didn't help. `unreachable`: the site doesn't respond, and a reload would show an empty
 * window.
 */
export type Recovery = 'reloading' | 'missing' | 'unreachable'

interface RecoverOptions {
  /** Whether the user requested the reload. It then happens even after a recent one. */
  isAskedFor?: boolean
  /** Prevents the reload when aborted. */
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

/** Stores the time of a reload. Returns false after a recent reload, or if storage is blocked. */
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
