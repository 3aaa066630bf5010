// Stores who is signed in, for the whole page. auth.ts, which loads with supabase-js, runs the steps of a sign-in. All
// windows share the entry `user`. Without a session, it still counts as signed in until the server refuses.
import type { Session } from '@supabase/supabase-js'
import { clearPersonalData } from '@/lib/browser/personal-data'
import { ENTRY, type LocalUser, localUserShape, readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import { onShown } from '@/lib/browser/visibility'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'
import { createCodeLoader, type SignInCode } from './code-loader'
import type { Profile } from './profile'
import type { AuthState } from './session-reducer'
import { removeTokenFromHash } from './token-hash'

export interface SessionState {
  status: AuthState['status']
  /** The state of the sign-in code. Unless it is `fine`, `status` stays `loading`. */
  signInCode: SignInCode
  session: Session | null
  profile: Profile | null
  /** The stored user, from the entry `user`. */
  localUser: LocalUser | null
  /** The ID of the session's user, or else of the local user. */
  userId: string | null
  isSignedIn: boolean
  /** The session whose user record is written. From then on, the balance can be requested. */
  openedVisit: string | null
}

interface Parts extends Pick<SessionState, 'signInCode' | 'localUser' | 'openedVisit'> {
  auth: AuthState
}

const UNKNOWN: Parts = { auth: { status: 'loading' }, signInCode: 'fine', localUser: null, openedVisit: null }

export type SessionStore = ReturnType<typeof createSession>

export const getSessionStore = memoizeByKey(createSession)

function createSession(services: Services) {
  const { loadSupabase, isSupabaseWanted, onStoredSession, hasStoredSession, removeStoredSession } = services
  let parts = UNKNOWN
  const store = createStore(buildState(parts))
  const code = createCodeLoader((signInCode) => change({ signInCode }))

  function change(patch: Partial<Parts>) {
    const isSame = (Object.keys(patch) as (keyof Parts)[]).every((name) => patch[name] === parts[name])
    if (isSame) return
    parts = { ...parts, ...patch }
    store.set(buildState(parts))
  }

  /** Loads the client and the code that follows it. Rejects unless both load. */
  async function loadClient() {
    const [supabase, { createAuth }] = await Promise.all([loadSupabase(), import('./auth')])
    return { supabase, auth: createAuth({ services, ...authDeps }) }
  }

  const authDeps = {
    get: () => parts.auth,
    set(auth: AuthState, isSignOut: boolean) {
      const visitOf = (one: AuthState) => (one.status === 'signed_in' ? one.visit : null)
      const isSameVisit = visitOf(auth) === visitOf(parts.auth)
      change({ auth, ...(isSameVisit ? {} : { openedVisit: null }), ...(isSignOut ? removeEntries() : {}) })
    },
    setOpened: (openedVisit: string) => change({ openedVisit }),
  }

  function removeEntries(): Pick<Parts, 'localUser'> {
    removeEntry(ENTRY.user)
    removeEntry(ENTRY.token)
    return { localUser: null }
  }

  /** Clears the entries `user` and `token`, as after a 401. */
  function dropLocalUser() {
    change(removeEntries())
  }

  /**
   * Ends this browser's session. Other devices stay signed in, and the user's data in this browser remains. Never
   * rejects.
   */
  async function end(): Promise<void> {
    try {
      // Without the client, there is no session to end.
      const supabase = isSupabaseWanted.get() ? await loadSupabase() : null
      const { error } = (await supabase?.auth.signOut({ scope: 'local' })) ?? {}
      if (error) console.error('Signing out at the server failed', error)
    } catch (error) {
      console.error('Signing out at the server failed', error)
    }
    dropLocalUser()
  }

  /** Reads the session from storage, for changes without an event. Returns whether there is one. Never rejects. */
  async function recheck(): Promise<boolean> {
    try {
      const { supabase, auth } = await loadClient()
      const { data, error } = await supabase.auth.getSession()
      // Nobody refused the session. If somebody did, the client reports a sign-out.
      if (error) throw error
      auth.dispatch({ type: 'session_fetched', session: data.session })
      return data.session !== null
    } catch (error) {
      console.error('The session could not be read', error)
      return false
    }
  }

  return {
    get: store.get,
    getInitial: store.getInitial,
    subscribe: store.subscribe,
    end,
    recheck,
    dropLocalUser,
    /** Treats the user as signed out. The stored Supabase session remains. */
    leave: () => change({ auth: { status: 'signed_out' }, openedVisit: null, ...removeEntries() }),
    /** Loads the sign-in code again. */
    retry: code.retry,
    /** Signs out, and clears the user's data in this browser. Never rejects. */
    async signOut(): Promise<void> {
      await Promise.all([clearPersonalData(), end()])
    },
    /** Signs out here after the account was deleted. The server would refuse to end its session. Never rejects. */
    async signOutDeleted(): Promise<void> {
      removeStoredSession()
      await Promise.all([clearPersonalData(), end()])
    },
    saveLocalUser(localUser: LocalUser) {
      writeEntry(ENTRY.user, localUser)
      change({ localUser })
    },
    /**
     * Calls `listener` with the user's ID, or null if signed out. It is called at once if the user is known, and after
     * each change.
     */
    onUser(listener: (userId: string | null) => void): () => void {
      let told: string | null | undefined
      const tell = () => {
        const { status, userId } = store.get()
        if (status === 'loading' || userId === told) return
        told = userId
        listener(userId)
      }
      tell()
      return store.subscribe(tell)
    },
    /** Follows the session from the first paint on. Returns a function that stops this. */
    start(): () => void {
      const ended = new AbortController()
      const { signal } = ended
      const readLocalUser = () => change({ localUser: readEntry(ENTRY.user, localUserShape) })
      const onStorage = ({ key }: StorageEvent) => {
        if (key === ENTRY.user || key === null) readLocalUser()
      }
      // A page that sleeps hears no events, and the client reports no session that another tab has removed.
      const findSignOut = async () => {
        if (parts.auth.status !== 'signed_in' || hasStoredSession()) return
        if (!(await recheck())) readLocalUser()
      }
      const begin = async () => {
        const { supabase, auth } = await loadClient()
        auth.follow(supabase, signal)
      }
      const follow = () => void code.load(begin, signal)
      readLocalUser()
      window.addEventListener('storage', onStorage, { signal })
      signal.addEventListener('abort', onShown(findSignOut))
      if (isSupabaseWanted.get()) follow()
      else {
        // No session is stored, so the user is signed out.
        change({ auth: { status: 'signed_out' } })
        signal.addEventListener('abort', isSupabaseWanted.subscribe(follow))
        const stop = onStoredSession(() => {
          if (isSupabaseWanted.get()) return
          // Another tab has signed in, and the user isn't known yet.
          delete document.documentElement.dataset.visitor
          change({ auth: { status: 'loading' } })
          isSupabaseWanted.set(true)
        })
        signal.addEventListener('abort', stop)
      }
      if (removeTokenFromHash()) void recheck()
      return () => ended.abort()
    },
  }
}

function buildState({ auth, signInCode, localUser, openedVisit }: Parts): SessionState {
  const { session, profile } = auth.status === 'signed_in' ? auth : { session: null, profile: null }
  const userId = session?.user.id ?? localUser?.id ?? null
  return {
    status: auth.status,
    signInCode,
    session,
    profile,
    localUser,
    userId,
    isSignedIn: userId !== null,
    openedVisit,
  }
}
