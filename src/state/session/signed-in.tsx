import { useEffect, useRef, useState } from 'react'
import { ENTRY, writeEntry } from '@/lib/browser/storage'
import { creditsFor } from '@/state/credits/credits'
import { useServices } from '@/state/services-context'
import { markLogin, recordLogin } from './record-login'
import { saveUserRecord } from './save-user-record'
import type { SessionState } from './session-reducer'
import { removeTokenFromHash } from './token-hash'

interface SignedInProps {
  state: SessionState
  userId: string | null
  /** False in the sign-in popup, which leaves the work of a sign-in to its opener. */
  opensSessions: boolean
}

/** The work of a sign-in, once for each visit; then the balance is followed. */
export function SignedIn({ state, userId, opensSessions }: SignedInProps) {
  const services = useServices()
  const { loadSupabase, ipLookup } = services
  const [opened, setOpened] = useState<string | null>(null)
  const startedVisit = useRef<string | null>(null)

  const accessToken = state.status === 'signed_in' ? state.session.access_token : null
  useEffect(() => {
    if (!accessToken) return
    writeEntry(ENTRY.token, accessToken)
    removeTokenFromHash()
  }, [accessToken])

  useEffect(() => {
    if (state.status === 'signed_out') startedVisit.current = null
    if (state.status !== 'signed_in' || !opensSessions || startedVisit.current === state.visit.key) return
    const { profile, visit, session } = state
    startedVisit.current = visit.key
    markLogin(visit)
    const open = async () => {
      const supabase = await loadSupabase()
      await saveUserRecord(supabase, session, profile)
      setOpened(visit.key)
      void recordLogin({ supabase, ipLookup, session, visit })
    }
    void open()
  }, [state, opensSessions, loadSupabase, ipLookup])

  const visit = state.status === 'signed_in' && state.visit.key === opened ? opened : null
  const credits = creditsFor(services)
  useEffect(() => credits.follow({ userId, visit }), [credits, userId, visit])
  useEffect(() => credits.listen(), [credits])
  return null
}
