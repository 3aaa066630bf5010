export interface ApiVariables {
  requestId: string
  userId: string
  errorCode: string
  errorCause: string
}
