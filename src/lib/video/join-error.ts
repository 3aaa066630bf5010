export type JoinFault = 'unreadable' | 'not_encodable'

/** A failed join. `shot` is the video's index, from 0, or null if the error isn't about one video. */
export class JoinError extends Error {
  readonly fault: JoinFault
  readonly shot: number | null

  constructor(fault: JoinFault, shot: number | null, options?: ErrorOptions) {
    super(`Couldn't join the videos: ${fault}`, options)
    this.name = 'JoinError'
    this.fault = fault
    this.shot = shot
  }
}
