export type JoinFault = 'unreadable' | 'not_encodable'

/** `shot` counts from 0; null when it is none of them in particular. */
export class JoinError extends Error {
  readonly fault: JoinFault
  readonly shot: number | null

  constructor(fault: JoinFault, shot: number | null, options?: ErrorOptions) {
    super(`The videos could not be joined: ${fault}`, options)
    this.name = 'JoinError'
    this.fault = fault
    this.shot = shot
  }
}
