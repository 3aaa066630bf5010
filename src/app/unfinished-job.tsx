import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from '@/components/hooks/use-store'
import { paths } from '@/config/paths'
import { getActivityStore } from '@/state/activity'
import { hasUnfinishedJob } from '@/state/jobs/unfinished'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useOnline } from '@/state/use-online'

/**
 * Loads the code that polls a job, only if this browser has an unfinished job. The generator's page polls its own jobs.
 */
export function UnfinishedJob() {
  const { session, localUser } = useSession()
  const activity = useStore(getActivityStore(useServices()))
  const { pathname } = useLocation()
  const isOnline = useOnline()
  const [Poller, setPoller] = useState<ComponentType | null>(null)
  const userId = session?.user.id ?? localUser?.id ?? null

  // Checks again on every page, because a job may have been started. Also checks when back online, because the code may
  // not have loaded.
  useEffect(() => {
    if (Poller || pathname === paths.createVideo || !isOnline || !userId) return
    if (!activity && !hasUnfinishedJob(userId, Date.now())) return
    let isGone = false
    import('@/features/generator/active-job-poller')
      .then(({ ActiveJobPoller }) => {
        if (!isGone) setPoller(() => ActiveJobPoller)
      })
      // The job continues on the server.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [Poller, pathname, isOnline, userId, activity])

  return Poller && pathname !== paths.createVideo ? <Poller /> : null
}
