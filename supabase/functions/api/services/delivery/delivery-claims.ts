// One caller at a time delivers a job, under a claim of 45 s that it renews. Each claim has its own path to write to, so that
// none overwrites what another has checked. A claim that could not be returned is returned at this server's next status check or delivery.
import { describeCause, type Log } from '../../log.ts'
import type { JobRecords } from '../jobs/jobs.ts'

/** Two renewals of a claim of 45 s may get lost. */
const RENEW_MS = 12_000
/** Every claim has expired by then. */
const KEEP_MS = 60_000

export interface DeliveryClaim {
  /** The path to store the video at, which is listed for deletion until the video is captured. */
  path: string
  /** After a failed delivery. Never throws. */
  giveBack(): Promise<void>
  /** Stops the renewal: call it however the delivery ended. */
  stop(): void
}

export interface DeliveryClaims {
  /** Returns null when another caller has the claim. Throws RequestError when the database does not answer. */
  claim(jobId: string): Promise<DeliveryClaim | null>
  /** Returns a claim of this server that could not be returned, if it has one. Throws RequestError when the database does not answer. */
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
    // Before the first await, so that only one of two concurrent calls gives it back.
    owed.delete(jobId)
    // A claim that has expired needs no returning, which would put this delivery off as if it had just failed.
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
