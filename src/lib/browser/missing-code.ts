// Recovers from missing code. After a deployment, an open tab may request code files that no longer exist. The page
// reloads once, and then shows an error. For code of a part of a page, the page offers the reload (loadCode), because the
// rest of the page still works.
import { isOlderThan } from '@/lib/elapsed'
import { reloadPage } from './reload-page'

/** The time in milliseconds within which a second reload would be a loop. */
const RELOAD_INTERVAL_MS = 60_000
const RELOADED_AT = 'reloaded_at'
/** The version of the page that reloadOutdatedPage() last reloaded. */
const RELOADED_VERSION = 'reloaded_version'
/** The timeout in milliseconds after which the site counts as unreachable. */
const ANSWER_LIMIT_MS = 5000

/** Returns whether an error means that code couldn't load. It compares the messages of the browsers and of Vite. */
export function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
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

/** The rejection of loadCode() if one reload of the page may bring the code. */
export class OutdatedPage extends Error {}

/**
 * Loads code of a part of a page. Rejects with OutdatedPage if the site responds but the code is gone, and the page
 * wasn't reloaded for this before. Rejects with the cause otherwise.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (!isMissingCode(cause) || !(await isPageOutdated())) throw cause
    // The site responds, so only the request may have been lost.
    return load().catch(() => {
      throw new OutdatedPage('', { cause })
    })
  }
}

/** Returns whether one reload may bring code that couldn't load: the site responds, and no reload was tried before. */
export async function isPageOutdated(): Promise<boolean> {
  return mayReload() && (await isSiteReachable())
}

/** Reloads the page, and returns true. Returns false if the site doesn't respond, or if the page was reloaded before. */
export async function reloadOutdatedPage(): Promise<boolean> {
  if (!(await isPageOutdated()) || !recordReload()) return false
  window.sessionStorage.setItem(RELOADED_VERSION, getVersion())
  reloadPage()
  return true
}

/** Returns whether a reload may help. False if storage is blocked, because another reload couldn't be prevented. */
function mayReload(): boolean {
  try {
    return window.sessionStorage.getItem(RELOADED_VERSION) !== getVersion() && !isReloadRecent()
  } catch {
    return false
  }
}

/** Returns the address of the page's first script, which every deployment changes. */
function getVersion(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
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
    if (isReloadRecent()) return false
    window.sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return true
  } catch {
    return false
  }
}

function isReloadRecent(): boolean {
  return !isOlderThan(Number(window.sessionStorage.getItem(RELOADED_AT) ?? 0), RELOAD_INTERVAL_MS)
}
