import type { BrowserEnv } from '@/config/parse-env'
import { onShown } from '@/lib/browser/visibility'

/** Returns the entry in which supabase-js keeps the session. It is the library's default, so that existing sessions stay. */
export function getSessionEntry({ supabaseUrl }: Pick<BrowserEnv, 'supabaseUrl'>): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
}

/** Returns whether a session is stored. False if storage is blocked, because the library then kept nothing either. */
export function hasStoredSession(env: Pick<BrowserEnv, 'supabaseUrl'>): boolean {
  try {
    return window.localStorage.getItem(getSessionEntry(env)) !== null
  } catch {
    return false
  }
}

/** Calls back once another tab has signed in. A sleeping page finds out when it is shown. Returns an unsubscribe function. */
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
