import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { loginPopupPath, paths } from '@/config/paths'
import { useServices } from '@/state/services-context'
import { useSessionStore } from '@/state/session/use-session'
import { onLoginFailure } from './login-channel'
import type { LoginFailure } from './login-failure'
import { clearFlow, saveFlow } from './login-flow'

export const POPUP_CHECK_INTERVAL_MS = 500

export type GoogleLoginState =
  | { status: 'idle' }
  /** `popup` is the sign-in window. Null while this tab opens the provider's page. */
  | { status: 'waiting'; popup: Window | null }
  | { status: 'closed' }
  | { status: 'failed'; failure: LoginFailure }

/** Signs in with Google. A popup that seems closed may only be unreachable, so every state accepts a sign-in. */
export function useGoogleLogin(initialFailure: LoginFailure | null) {
  const { loadSupabase } = useServices()
  const { recheck } = useSessionStore()
  const [state, setState] = useState<GoogleLoginState>(
    initialFailure ? { status: 'failed', failure: initialFailure } : { status: 'idle' },
  )

  // This is a layout effect, so that it listens before the user can click the button. The popup sends a failure only
  // once.
  useLayoutEffect(() => onLoginFailure((failure) => setState({ status: 'failed', failure })), [])

  const isRefused = state.status === 'failed' && state.failure === 'not_admitted'
  const popup = state.status === 'waiting' ? state.popup : null
  useEffect(() => {
    if (!popup) return
    const timer = setInterval(async () => {
      if (!popup.closed) return
      clearInterval(timer)
      // The popup stores the session before it closes, even if no event reached this window.
      const isSignedIn = await recheck()
      if (!isSignedIn) setState((now) => (now.status === 'waiting' ? { status: 'closed' } : now))
    }, POPUP_CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [popup, recheck])

  const start = useCallback(
    async (way: 'popup' | 'this_tab') => {
      clearFlow()
      const popup = way === 'popup' ? openPopup() : null
      setState({ status: 'waiting', popup })
      try {
        const supabase = await loadSupabase()
        const { data, error } = await supabase.auth.signInWithOAuth({
          provider: 'google',
          options: {
            redirectTo: window.location.origin + (popup ? loginPopupPath : paths.login),
            skipBrowserRedirect: true,
            // Google would choose the refused account again without asking.
            ...(isRefused && { queryParams: { prompt: 'select_account' } }),
          },
        })
        if (error) throw error
        // The user closed the popup. The state already shows this, and another attempt may be in progress.
        if (popup?.closed) return
        const from = popup ?? window
        if (data.flowId) saveFlow(from, data.flowId)
        from.location.assign(data.url)
      } catch (error) {
        console.error("Couldn't start the sign-in", error)
        popup?.close()
        setState({ status: 'failed', failure: 'failed' })
      }
    },
    [loadSupabase, isRefused],
  )

  return { state, start }
}

const WIDTH_PX = 480
const HEIGHT_PX = 680

/**
 * Opens the popup. Call it directly in the click handler, or browsers block it. Returns null if the popup is blocked.
 * The caller sets its address later.
 */
function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH_PX) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT_PX) / 2)
  const popup = window.open(
    '',
    // Use a new window each time, because an open popup belongs to another sign-in.
    '_blank',
    `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${left},top=${top}`,
  )
  if (!popup || popup.closed) return null
  popup.focus()
  return popup
}
