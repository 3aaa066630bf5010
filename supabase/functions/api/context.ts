import type { KeyScope } from '../_shared/contract/keys.ts'

export interface ApiVariables {
  requestId: string
  userId: string
  /** Set when a key asks, and not the user's own session. */
  apiKey?: { id: string; scope: KeyScope }
  errorCode: string
  errorCause: string
}
