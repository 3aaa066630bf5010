import { useEffect, useEffectEvent, useMemo } from 'react'
import { useCredits } from '@/state/credits/use-credits'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import type { RunnerPeers } from './runner'
import { forgetJobsOfOthers } from './stored-jobs'
import { runnerFor } from './studio'

/** The running job of this app, tied to who is here: theirs is picked up, and nobody else's is gone on with. */
export function useRunner() {
  const { runner, activity } = runnerFor(useServices())
  const { status, session, localUser, endSession } = useSession()
  const { setBalance, addPendingDeduction, removePendingDeduction, refresh } = useCredits()
  const userId = session?.user.id ?? localUser?.id ?? null
  const peers = useMemo<RunnerPeers>(
    () => ({
      credits: { setBalance, addPendingDeduction, removePendingDeduction, refresh },
      endSession: () => void endSession(),
    }),
    [setBalance, addPendingDeduction, removePendingDeduction, refresh, endSession],
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
