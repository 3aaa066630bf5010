/** What middleware and handlers tell each other of one request. */
export interface ApiVariables {
  requestId: string
  userId: string
  errorCode: string
  errorCause: string
}
