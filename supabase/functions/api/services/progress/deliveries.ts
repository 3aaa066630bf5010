// Runs this server's deliveries in the background. The claim in the database decides which server delivers. The
// `known` map only saves queries.
import { describeCause } from '../../log.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { deliverVideo } from './deliver-video.ts'
import type { Deliver, RefreshDeps } from './refresh-job.ts'

export const DELIVERY_GRACE_MS = 1500
const MAX_DELIVERIES = 3
/** Retries can't use all deliveries, because their hosts may not respond for a long time. */
const MAX_RETRIES = 2
/**
 * The maximum videos that wait here for another delivery to end. A finished video is then delivered within a second or
 * two. Without waiting, it would be checked again after five.
 */
const MAX_WAITING = 6

/** Keeps the process running until the work ends. The work never rejects. */
export type Background = (work: Promise<void>) => void

export function createDeliveries(deps: RefreshDeps, background: Background): Deliver {
  /** The running and waiting deliveries, by job. */
  const known = new Map<string, Promise<JobRow | 'under_way'>>()
  const waiting: (() => void)[] = []
  let running = 0

  async function run(...[job, provider, taskId, url]: Parameters<Deliver>): Promise<JobRow | 'under_way'> {
    if (running < MAX_DELIVERIES) running += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await deliverVideo(job, provider, taskId, url, deps)
    } finally {
      known.delete(job.id)
      // The next one takes over the place.
      const begin = waiting.shift()
      if (begin) begin()
      else running -= 1
    }
  }

  function start(...delivered: Parameters<Deliver>): Promise<JobRow | 'under_way'> {
    const [job] = delivered
    const delivery = run(...delivered)
    known.set(job.id, delivery)
    background(
      delivery.then(
        () => undefined,
        (cause) =>
          deps.log({ level: 'error', message: 'delivery not started', jobId: job.id, cause: describeCause(cause) }),
      ),
    )
    return delivery
  }

  const hasPlace = ({ delivery_failures }: JobRow) =>
    delivery_failures > 0 ? running < MAX_RETRIES : running < MAX_DELIVERIES || waiting.length < MAX_WAITING

  return async (job, ...file) => {
    const delivery = known.get(job.id) ?? (hasPlace(job) ? start(job, ...file) : null)
    if (!delivery) return 'under_way'
    return Promise.race([delivery, deps.sleep(DELIVERY_GRACE_MS).then(() => 'under_way' as const)])
  }
}
