import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import { getSessionStore, type SessionState, type SessionStore } from './session'

const selectAll = (state: SessionState) => state

/** Returns the whole session, because no poll changes it. */
export function useSession(): SessionState {
  return useSelector(useSessionStore(), selectAll)
}

export function useSessionStore(): SessionStore {
  return getSessionStore(useServices())
}
