// Lets only one caller deliver a job. A claim lasts 45 s and is renewed. Each claim has its own path, so no claim
// overwrites a checked file. If a claim can't be released, this server tries again at its next status check or
// delivery.
import { describeCause, type Log } from '../../log.ts'
import type { JobRecords } from '../jobs/jobs.ts'

/** A claim lasts 45 s, so two lost renewals don't end it. */
const RENEW_MS = 12_000
/** Every claim has expired after this time. */
const KEEP_MS = 60_000

export interface DeliveryClaim {
  /** The storage path for the video. The path remains listed for deletion until the video is captured. */
  path: string
  /** Releases the claim after a failed delivery. Never throws. */
  giveBack(): Promise<void>
  /** Ends the renewal. Call it after every delivery, successful or not. */
  stop(): void
}

export interface DeliveryClaims {
  /** Returns null if another caller has the claim. Throws RequestError if the database doesn't respond. */
  claim(jobId: string): Promise<DeliveryClaim | null>
  /**
   * Releases a claim that this server failed to release before. Throws RequestError if the database doesn't respond.
   */
  returnOwed(jobId: string): Promise<void>
}

export interface DeliveryClaimsDeps {
  jobs: Pick<JobRecords, 'claimDelivery' | 'renewDelivery' | 'failDelivery'>
  now: () => Date
  every: (ms: number, work: () => void) => () => void
  log: Log
}

export function createDeliveryClaims({ jobs, now, every, log }: DeliveryClaimsDeps): DeliveryClaims {
  const owed = new Map<string, { path: string; until: number }>()

  function renewClaim(jobId: string, path: string): DeliveryClaim {
    const stop = every(RENEW_MS, async () => {
      try {
        await jobs.renewDelivery(jobId, path)
      } catch (cause) {
        log({ level: 'warn', message: 'delivery claim not renewed', jobId, cause: describeCause(cause) })
      }
    })
    return {
      path,
      stop,
      async giveBack() {
        stop()
        try {
          await jobs.failDelivery(jobId, path)
        } catch (cause) {
          const time = now().getTime()
          for (const [id, { until }] of owed) if (until <= time) owed.delete(id)
          owed.set(jobId, { path, until: time + KEEP_MS })
          log({ level: 'warn', message: 'delivery claim not released', jobId, cause: describeCause(cause) })
        }
      },
    }
  }

  async function returnOwed(jobId: string): Promise<void> {
    const debt = owed.get(jobId)
    // Runs before the first await, so only one of two concurrent calls releases the claim.
    owed.delete(jobId)
    // An expired claim needs no release. Releasing it would count as a new failure, and delay this delivery.
    if (!debt || debt.until <= now().getTime()) return
    try {
      await jobs.failDelivery(jobId, debt.path)
    } catch (error) {
      owed.set(jobId, debt)
      throw error
    }
  }

  return {
    returnOwed,
    async claim(jobId) {
      await returnOwed(jobId)
      const path = await jobs.claimDelivery(jobId)
      return path === null ? null : renewClaim(jobId, path)
    },
  }
}
