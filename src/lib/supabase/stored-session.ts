import type { BrowserEnv } from '@/config/parse-env'
import { onShown } from '@/lib/browser/visibility'

/** Where supabase-js keeps the session: its own default, so that who was signed in before stays so. */
export function sessionEntry({ supabaseUrl }: Pick<BrowserEnv, 'supabaseUrl'>): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
}

/** False where storage is blocked: then the library has kept nothing either. */
export function hasStoredSession(env: Pick<BrowserEnv, 'supabaseUrl'>): boolean {
  try {
    return window.localStorage.getItem(sessionEntry(env)) !== null
  } catch {
    return false
  }
}

/** Calls back once another tab has signed in; a page that slept finds it when it is shown. Returns an unsubscribe function. */
export function onStoredSession(env: Pick<BrowserEnv, 'supabaseUrl'>, onStored: () => void): () => void {
  const look = () => {
    if (hasStoredSession(env)) onStored()
  }
  const stopLooking = onShown(look)
  window.addEventListener('storage', look)
  return () => {
    stopLooking()
    window.removeEventListener('storage', look)
  }
}
