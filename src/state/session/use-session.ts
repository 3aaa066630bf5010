import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import { type SessionState, type SessionStore, sessionFor } from './session'

const selectAll = (state: SessionState) => state

/** Returns the whole session, because no poll changes it. */
export function useSession(): SessionState {
  return useSelector(useSessionStore(), selectAll)
}

export function useSessionStore(): SessionStore {
  return sessionFor(useServices())
}
