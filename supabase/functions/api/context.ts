import type { KeyScope } from '../_shared/contract/keys.ts'

export interface ApiVariables {
  requestId: string
  userId: string
  /** Set if the request uses an API key instead of a session. */
  apiKey?: { id: string; scope: KeyScope }
  errorCode: string
  errorCause: string
}
