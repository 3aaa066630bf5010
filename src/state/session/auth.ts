// Follows the supabase-js session, and runs the steps of a sign-in once per session. It loads with supabase-js.
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { ENTRY, writeEntry } from '@/lib/browser/storage'
import type { Services } from '@/lib/services'
import type { Profile } from './profile'
import { markLogin, recordLogin } from './record-login'
import { type AuthState, reduceSession, type SessionAction } from './session-reducer'
import { removeTokenFromHash } from './token-hash'

interface AuthDeps {
  services: Pick<Services, 'loadSupabase' | 'ipLookup'>
  get(): AuthState
  /** Sets the auth state. `isSignOut`: whether the local user is also removed in this step. */
  set(auth: AuthState, isSignOut: boolean): void
  /** Records that the user record of this session is written. */
  setOpened(visitKey: string): void
}

export function createAuth({ services: { loadSupabase, ipLookup }, ...session }: AuthDeps) {
  function dispatch(action: SessionAction) {
    const before = session.get()
    const now = reduceSession(before, action)
    session.set(now, action.type === 'auth_event' && action.event === 'SIGNED_OUT')
    if (now.status !== 'signed_in') return
    const known = before.status === 'signed_in' ? before : null
    if (now.session.access_token !== known?.session.access_token) {
      writeEntry(ENTRY.token, now.session.access_token)
      removeTokenFromHash()
    }
    if (now.visit !== known?.visit) void open(now)
  }

  async function open({ session: signedIn, profile, visit }: Extract<AuthState, { status: 'signed_in' }>) {
    markLogin(visit)
    const supabase = await loadSupabase()
    await saveUserRecord(supabase, signedIn, profile)
    const now = session.get()
    if (now.status === 'signed_in' && now.visit === visit) session.setOpened(visit.key)
    void recordLogin({ supabase, ipLookup, session: signedIn, visit })
  }

  return {
    dispatch,
    /** Subscribes to the client until the signal is aborted. */
    follow(supabase: SupabaseClient, signal: AbortSignal) {
      if (signal.aborted) return
      // Don't await a Supabase call in this callback. The client would deadlock, and all tabs with it.
      const { data } = supabase.auth.onAuthStateChange((event, session) => {
        dispatch({ type: 'auth_event', event, session })
      })
      signal.addEventListener('abort', () => data.subscription.unsubscribe())
    },
  }
}

// A failure must not block a sign-in, so it is only logged. The database ignores `credits` and `created_at`. This uses
// the sign-in's own token, because the user may have signed out again.
async function saveUserRecord(supabase: SupabaseClient, session: Session, profile: Profile): Promise<void> {
  const now = new Date().toISOString()
  const row = {
    id: profile.id,
    email: profile.email,
    name: profile.name,
    avatar_url: profile.picture ?? '',
    provider: 'google',
    credits: 0,
    created_at: now,
    updated_at: now,
  }
  try {
    const { error } = await supabase
      .from('users')
      .upsert(row, { onConflict: 'id' })
      .setHeader('Authorization', `Bearer ${session.access_token}`)
    if (error) console.error('The users record could not be updated', error)
  } catch (error) {
    console.error('The profile could not be handled', error)
  }
}
