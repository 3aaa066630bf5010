import { useServices } from '@/state/services-context'
import { useSelector } from '@/state/use-selector'
import { getSessionStore, type SessionState, type SessionStore } from './session'

const selectAll = (state: SessionState) => state

/** Returns the whole session. No selector is needed, because polls never change it. */
export function useSession(): SessionState {
  return useSelector(useSessionStore(), selectAll)
}

export function useSessionStore(): SessionStore {
  return getSessionStore(useServices())
}
