// After a deployment an open tab may request code files that are gone: it reloads once, then says that they are missing.
import { isLongAgo } from '@/lib/elapsed'
import { reloadPage } from './reload-page'

/** A second reload within this time would be a loop. */
const RELOAD_INTERVAL_MS = 60_000
const RELOADED_AT = 'reloaded_at'

/** By the browsers' messages for code that could not be loaded. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}

/** `missing`: a reload was just tried. `unreachable`: the site does not answer, and a reload would leave an empty window. */
export type Recovery = 'reloading' | 'missing' | 'unreachable'

/** `isAskedFor`: the user wants a reload, however recent the last one. */
export async function recoverMissingCode({ isAskedFor = false } = {}): Promise<Recovery> {
  if (!(await isSiteReachable())) return 'unreachable'
  if (!isAskedFor && !noteReload()) return 'missing'
  reloadPage()
  return 'reloading'
}

async function isSiteReachable(): Promise<boolean> {
  try {
    await fetch(new URL('/', window.location.origin), { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** Returns false after a recent reload, or when one could not be remembered. */
function noteReload(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (!isLongAgo(last, RELOAD_INTERVAL_MS)) return false
    window.sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return true
  } catch {
    return false
  }
}
