// Deliveries that a poll starts: they go on in the background, after the poll was answered. The claim in the database decides
// who delivers; what is remembered here only spares it questions.
import { describeCause } from '../../log.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Deliver, RefreshDeps } from '../jobs/refresh-job.ts'
import { deliverVideo } from './deliver-video.ts'

/** A poll waits so long for a delivery: a small file from a fast host is there in the same answer. */
export const DELIVERY_GRACE_MS = 1500
/** At a time and in this process; whoever comes too early asks again with the next poll. */
const MAX_DELIVERIES = 3

/** Lets the process live until the work is done. The work never rejects. */
export type Background = (work: Promise<void>) => void

export function createDeliveries(deps: RefreshDeps, background: Background): Deliver {
  const running = new Map<string, Promise<Job | 'under_way'>>()

  function start(job: Job, taskId: string, url: string | null): Promise<Job | 'under_way'> {
    const delivery = deliverVideo(job, taskId, url, deps)
    running.set(job.id, delivery)
    const end = () => {
      running.delete(job.id)
    }
    background(
      delivery.then(end, (cause) => {
        end()
        deps.log({ level: 'error', message: 'delivery not begun', jobId: job.id, cause: describeCause(cause) })
      }),
    )
    return delivery
  }

  return async (job, taskId, url) => {
    const delivery = running.get(job.id) ?? (running.size < MAX_DELIVERIES ? start(job, taskId, url) : null)
    if (!delivery) return 'under_way'
    return Promise.race([delivery, deps.sleep(DELIVERY_GRACE_MS).then(() => 'under_way' as const)])
  }
}
