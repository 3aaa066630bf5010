// Manages the administrator's login state. The state is `logged_in` once a credential has fetched a page. If any call
// with the credential fails, the state becomes `logged_out`.
import type { LoginRecordPage } from '@contract/admin'
import type { LogQuery } from './admin-api'
import type { Credential } from './credential'
import type { AdminFailure } from './failure'

export type AdminState =
  | { status: 'logged_out'; failure: AdminFailure | null }
  | { status: 'logging_in' }
  /** The page is trying a stored credential, which may have expired. */
  | { status: 'restoring'; credential: Credential }
  /** `query` belongs to `page`. While `isLoading`, another page is being fetched. */
  | { status: 'logged_in'; credential: Credential; query: LogQuery; page: LoginRecordPage; isLoading: boolean }

export type AdminAction =
  | { type: 'login_started' }
  | { type: 'logged_in'; credential: Credential; query: LogQuery; page: LoginRecordPage }
  | { type: 'page_asked' }
  | { type: 'page_received'; query: LogQuery; page: LoginRecordPage }
  | { type: 'failed'; failure: AdminFailure }
  | { type: 'logged_out' }

export function createAdminState(credential: Credential | null): AdminState {
  return credential ? { status: 'restoring', credential } : { status: 'logged_out', failure: null }
}

export function reduceAdmin(state: AdminState, action: AdminAction): AdminState {
  switch (action.type) {
    case 'login_started':
      return { status: 'logging_in' }
    case 'logged_in': {
      const { credential, query, page } = action
      return { status: 'logged_in', credential, query, page, isLoading: false }
    }
    case 'page_asked':
      return state.status === 'logged_in' ? { ...state, isLoading: true } : state
    case 'page_received':
      return state.status === 'logged_in'
        ? { ...state, query: action.query, page: action.page, isLoading: false }
        : state
    case 'failed':
      return { status: 'logged_out', failure: action.failure }
    case 'logged_out':
      return { status: 'logged_out', failure: null }
  }
}
