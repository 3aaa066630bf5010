// Who delivers a finished video. The database gives this to one looker at a time, for 45 s, and again while the delivery lives:
// where a server dies, or loses the database, another one may deliver that soon. A claim that could not be given back is
// remembered besides by the server that had it, which gives it back with its next look.
import { describeCause, type Log } from '../middleware/request-log.ts'
import type { Jobs } from './jobs.ts'

/** As long as `claim_delivery` and `renew_delivery` give it for: after that it may be somebody else's. */
const CLAIM_MS = 45_000
/** Two renewals may get lost. */
const RENEW_MS = 12_000

export interface DeliveryClaim {
  /** The delivery came to nothing. Never throws. */
  giveBack(): Promise<void>
  /** Ends the renewing: to be called whatever came of the delivery. */
  stop(): void
}

export interface DeliveryClaims {
  /** The claim of the caller that delivers now; else null. Throws RequestError when the database cannot say. */
  take(jobId: string): Promise<DeliveryClaim | null>
}

export interface DeliveryClaimsDeps {
  jobs: Pick<Jobs, 'claimDelivery' | 'renewDelivery' | 'endDelivery'>
  now: () => Date
  /** Calls `work` every `ms` until the function that it answers is called. */
  every: (ms: number, work: () => void) => () => void
  log: Log
}

export function createDeliveryClaims({ jobs, now, every, log }: DeliveryClaimsDeps): DeliveryClaims {
  /** By job id: until when a claim lasts that is still to be given back, in ms since the epoch. */
  const owed = new Map<string, number>()

  function claim(jobId: string, taken: Date): DeliveryClaim {
    let until = taken.getTime() + CLAIM_MS
    const stop = every(RENEW_MS, async () => {
      const renewed = now()
      try {
        await jobs.renewDelivery(jobId)
        until = renewed.getTime() + CLAIM_MS
      } catch (cause) {
        log({ level: 'warn', message: 'delivery not renewed', jobId, cause: describeCause(cause) })
      }
    })
    return {
      stop,
      async giveBack() {
        stop()
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
  }

  return {
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
      return (await jobs.claimDelivery(jobId)) ? claim(jobId, taken) : null
    },
  }
}
