// Runs this server's deliveries in the background. The claim in the database decides which server delivers. The
// `running` map only saves queries.
import { describeCause } from '../../log.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { ConfiguredProvider } from '../providers/provider.ts'
import { deliverVideo } from './deliver-video.ts'
import type { Deliver, RefreshDeps } from './refresh-job.ts'

export const DELIVERY_GRACE_MS = 1500
const MAX_DELIVERIES = 3
/** Retries can't use all deliveries, because their hosts may not respond for a long time. */
const MAX_RETRIES = 2

/** Keeps the process running until the work ends. The work never rejects. */
export type Background = (work: Promise<void>) => void

export function createDeliveries(deps: RefreshDeps, background: Background): Deliver {
  const running = new Map<string, Promise<JobRow | 'under_way'>>()

  function start(
    job: JobRow,
    provider: ConfiguredProvider,
    taskId: string,
    url: string | null,
  ): Promise<JobRow | 'under_way'> {
    const delivery = deliverVideo(job, provider, taskId, url, deps)
    running.set(job.id, delivery)
    const end = () => {
      running.delete(job.id)
    }
    background(
      delivery.then(end, (cause) => {
        end()
        deps.log({ level: 'error', message: 'delivery not started', jobId: job.id, cause: describeCause(cause) })
      }),
    )
    return delivery
  }

  const hasPlace = ({ delivery_failures }: JobRow) =>
    running.size < (delivery_failures > 0 ? MAX_RETRIES : MAX_DELIVERIES)

  return async (job, provider, taskId, url) => {
    const delivery = running.get(job.id) ?? (hasPlace(job) ? start(job, provider, taskId, url) : null)
    if (!delivery) return 'under_way'
    return Promise.race([delivery, deps.sleep(DELIVERY_GRACE_MS).then(() => 'under_way' as const)])
  }
}
