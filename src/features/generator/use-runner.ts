import { useEffect, useEffectEvent, useMemo } from 'react'
import { creditsFor } from '@/state/credits/credits'
import { useServices } from '@/state/services-context'
import { endSession } from '@/state/session/end-session'
import { useSession } from '@/state/session/use-session'
import type { RunnerPeers } from './runner'
import { forgetJobsOfOthers } from './stored-jobs'
import { runnerFor } from './studio'

/** The running job of this app, tied to who is here: theirs is picked up, and nobody else's is gone on with. */
export function useRunner() {
  const services = useServices()
  const { runner, activity } = runnerFor(services)
  const { status, userId } = useSession()
  const peers = useMemo<RunnerPeers>(
    () => ({ credits: creditsFor(services), endSession: () => void endSession(services) }),
    [services],
  )

  const onPersonKnown = useEffectEvent((id: string | null) => {
    runner.leave(id)
    if (!id) return
    forgetJobsOfOthers(id)
    runner.resume(id, peers)
  })
  useEffect(() => {
    if (status !== 'loading') onPersonKnown(userId)
  }, [status, userId])

  return { runner, activity, userId, peers }
}
