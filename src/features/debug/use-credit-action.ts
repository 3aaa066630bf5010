import { useState } from 'react'
import { useCredits } from '@/state/credits/use-credits'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { actionFailure, anotherUser, isNotFound, turnedOff } from './action-failure'
import type { ActionResult } from './action-result-note'
import { texts } from './texts/texts'

type Action = 'validate' | 'subscribe'

export function useCreditAction(userId: string, onDone: () => void) {
  const { creditsApi } = useServices()
  const { session } = useSession()
  const { refresh } = useCredits()
  const [busy, setBusy] = useState<Action | null>(null)
  const [result, setResult] = useState<ActionResult | null>(null)
  const ownId = session?.user.id

  const explain = async (error: unknown): Promise<ActionResult> => {
    if (!isNotFound(error)) return actionFailure(error)
    if (!ownId || ownId === userId) return turnedOff()
    // The same answer as for another user's id: whether one's own is found tells which it was.
    try {
      await creditsApi.balance(ownId)
      return anotherUser()
    } catch (cause) {
      return isNotFound(cause) ? turnedOff() : actionFailure(cause)
    }
  }

  const run = async (action: Action, work: (userId: string) => Promise<ActionResult>) => {
    if (busy) return
    if (!userId) return setResult({ tone: 'bad', text: texts().credits.userIdMissing })
    setBusy(action)
    setResult(null)
    try {
      const done = await work(userId)
      await refresh()
      setResult(done)
    } catch (error) {
      setResult(await explain(error))
    } finally {
      setBusy(null)
      onDone()
    }
  }

  return { busy, result, run }
}
