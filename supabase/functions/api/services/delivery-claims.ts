// Who delivers a finished video. The database gives this to one looker at a time, for five minutes; where it goes away in the
// middle of a delivery, the claim cannot be given back. The server that holds it remembers, and gives it back with its next
// look, so that a short outage does not keep a finished video from its person until the claim has run out.
import { describeCause, type Log } from '../middleware/request-log.ts'
import type { Jobs } from './jobs.ts'

/** As long as `claim_delivery` gives it for: after that it may be somebody else's. */
const CLAIM_MS = 5 * 60_000

export interface DeliveryClaims {
  /**
   * When the caller is the one that delivers now: until when, in ms since the epoch; else null. Throws RequestError when
   * the database cannot say.
   */
  take(jobId: string): Promise<number | null>
  /** The delivery of a claim that was taken `until` then came to nothing. Never throws. */
  giveBack(jobId: string, until: number): Promise<void>
}

export function createDeliveryClaims(jobs: Pick<Jobs, 'claimDelivery' | 'endDelivery'>, now: () => Date, log: Log) {
  /** By job id: until when a claim lasts that is still to be given back. */
  const owed = new Map<string, number>()

  const claims: DeliveryClaims = {
    async take(jobId) {
      const until = owed.get(jobId) ?? 0
      // Before anything is awaited: a second look must not end the claim that this one is about to take.
      owed.delete(jobId)
      if (until > now().getTime()) {
        try {
          await jobs.endDelivery(jobId)
        } catch (error) {
          owed.set(jobId, until)
          throw error
        }
      }
      const taken = now()
      return (await jobs.claimDelivery(jobId, taken)) ? taken.getTime() + CLAIM_MS : null
    },
    async giveBack(jobId, until) {
      try {
        await jobs.endDelivery(jobId)
      } catch (cause) {
        const time = now().getTime()
        for (const [id, end] of owed) if (end <= time) owed.delete(id)
        owed.set(jobId, until)
        log({ level: 'warn', message: 'delivery not given back', jobId, cause: describeCause(cause) })
      }
    },
  }
  return claims
}
