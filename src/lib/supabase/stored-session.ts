import type { BrowserEnv } from '@/config/parse-env'
import { removeEntry } from '@/lib/browser/storage'
import { onShown } from '@/lib/browser/visibility'

/**
 * Returns the key of the entry in which supabase-js stores the session. It is the library's default, so that existing
 * sessions remain valid.
 */
export function getSessionEntry({ supabaseUrl }: Pick<BrowserEnv, 'supabaseUrl'>): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
}

/** Returns whether a session is stored. False if storage is blocked, because the library then couldn't store one. */
export function hasStoredSession(env: Pick<BrowserEnv, 'supabaseUrl'>): boolean {
  try {
    return window.localStorage.getItem(getSessionEntry(env)) !== null
  } catch {
    return false
  }
}

/** Removes the stored session. The client then signs out without a request. */
export function removeStoredSession(env: Pick<BrowserEnv, 'supabaseUrl'>): void {
  removeEntry(getSessionEntry(env))
}

/**
 * Calls `onStored` after another tab has signed in. A sleeping page checks when it becomes visible. Returns an
 * unsubscribe function.
 */
export function onStoredSession(env: Pick<BrowserEnv, 'supabaseUrl'>, onStored: () => void): () => void {
  const look = () => {
    if (hasStoredSession(env)) onStored()
  }
  const stopChecking = onShown(look)
  window.addEventListener('storage', look)
  return () => {
    stopChecking()
    window.removeEventListener('storage', look)
  }
}
