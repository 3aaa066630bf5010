/**
 * After a deployment, an open tab asks for code files that are gone. One reload fetches the new ones; a second within a
 * minute would be a loop, and one while the site cannot be reached would leave an empty window.
 */
const RELOAD_INTERVAL_MS = 60_000
const RELOADED_AT = 'reloaded_at'

/** True when `error` says that a part of the app's own code could not be loaded. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}

/** Whether the site answers, whatever it says: a reload would bring a page. */
export async function isSiteReachable(): Promise<boolean> {
  try {
    await fetch(new URL('/', window.location.origin), { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** Reloads the page unless that was just tried. Returns whether it did. */
export function reloadOnce(reload: () => void): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (Date.now() - last < RELOAD_INTERVAL_MS) return false
    window.sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  } catch {
    // Without storage a loop could not be told from a first try.
    return false
  }
  reload()
  return true
}
