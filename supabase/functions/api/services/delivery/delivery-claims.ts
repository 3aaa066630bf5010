// Who delivers a finished video. The database gives this to one looker at a time, for 45 s, and again while the delivery lives:
// where a server dies, or loses the database, another one may deliver that soon. A claim is known by the path that its file
// is written to: each has its own, so that none ever writes over what another one has checked. A claim that could not be
// given back is remembered besides by the server that had it, which gives it back with its next look.
import { describeCause, type Log } from '../../log.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Two renewals may get lost. */
const RENEW_MS = 12_000
/** By then any claim has run out. */
const KEEP_MS = 60_000

export interface DeliveryClaim {
  /** Where the video is to be stored. Listed for deletion until it is captured. */
  path: string
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
  /** By job id: the claim that is still to be given back. */
  const owed = new Map<string, { path: string; until: number }>()

  function claim(jobId: string, path: string): DeliveryClaim {
    const stop = every(RENEW_MS, async () => {
      try {
        await jobs.renewDelivery(jobId, path)
      } catch (cause) {
        log({ level: 'warn', message: 'delivery not renewed', jobId, cause: describeCause(cause) })
      }
    })
    return {
      path,
      stop,
      async giveBack() {
        stop()
        try {
          await jobs.endDelivery(jobId, path)
        } catch (cause) {
          const time = now().getTime()
          for (const [id, { until }] of owed) if (until <= time) owed.delete(id)
          owed.set(jobId, { path, until: time + KEEP_MS })
          log({ level: 'warn', message: 'delivery not given back', jobId, cause: describeCause(cause) })
        }
      },
    }
  }

  return {
    async take(jobId) {
      const debt = owed.get(jobId)
      // Before anything is awaited: of two looks at once one gives back.
      owed.delete(jobId)
      if (debt) {
        try {
          await jobs.endDelivery(jobId, debt.path)
        } catch (error) {
          owed.set(jobId, debt)
          throw error
        }
      }
      const path = await jobs.claimDelivery(jobId)
      return path === null ? null : claim(jobId, path)
    },
  }
}
