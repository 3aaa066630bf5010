/**
 * After a deployment, an open tab asks for code files that are gone. What is done about that, whoever asked for them: one
 * reload, which fetches the new ones; after that the caller says in a sentence that they are missing.
 */
import { reloadPage } from './reload-page'

/** A second reload within this time would be a loop. */
const RELOAD_INTERVAL_MS = 60_000
const RELOADED_AT = 'reloaded_at'

/** True when `error` says that a part of the app's own code could not be loaded. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}

/**
 * `reloading`: a new page is on its way. `missing`: a reload was just tried. `unreachable`: the site does not answer, and a
 * reload would leave an empty window.
 */
export type Recovery = 'reloading' | 'missing' | 'unreachable'

/** @param isAskedFor the user wants a reload, however short ago the last one was */
export async function recoverMissingCode({ isAskedFor = false } = {}): Promise<Recovery> {
  if (!(await isSiteReachable())) return 'unreachable'
  if (!isAskedFor && !noteReload()) return 'missing'
  reloadPage()
  return 'reloading'
}

/** Whether the site answers, whatever it says. */
async function isSiteReachable(): Promise<boolean> {
  try {
    await fetch(new URL('/', window.location.origin), { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** False when there was a reload just now, or when it could not be remembered that there was one. */
function noteReload(): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (Date.now() - last < RELOAD_INTERVAL_MS) return false
    window.sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return true
  } catch {
    return false
  }
}
