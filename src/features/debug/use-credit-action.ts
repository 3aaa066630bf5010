import { useState } from 'react'
import { useCredits } from '@/state/credits/use-credits'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { describeActionFailure, isNotFound, reportOtherUser, reportTurnedOff } from './action-failure'
import type { ActionResult } from './action-result-note'
import { getTexts } from './texts/texts'

type Action = 'validate' | 'subscribe'

export function useCreditAction(userId: string, onDone: () => void) {
  const { creditsApi } = useServices()
  const { session } = useSession()
  const { refresh } = useCredits()
  const [busy, setBusy] = useState<Action | null>(null)
  const [result, setResult] = useState<ActionResult | null>(null)
  const ownId = session?.user.id

  const explain = async (error: unknown): Promise<ActionResult> => {
    if (!isNotFound(error)) return describeActionFailure(error)
    if (!ownId || ownId === userId) return reportTurnedOff()
    // A 404 can mean two things: the user ID belongs to another user, or test actions are disabled. If the server finds
    // the signed-in user's ID, test actions are enabled.
    try {
      await creditsApi.balance(ownId)
      return reportOtherUser()
    } catch (cause) {
      return isNotFound(cause) ? reportTurnedOff() : describeActionFailure(cause)
    }
  }

  const run = async (action: Action, work: (userId: string) => Promise<ActionResult>) => {
    if (busy) return
    if (!userId) return setResult({ tone: 'bad', text: getTexts().credits.userIdMissing })
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
