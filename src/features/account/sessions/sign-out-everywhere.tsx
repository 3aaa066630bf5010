import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { paths } from '@/config/paths'
import { useServices } from '@/state/services-context'
import { useSessionStore } from '@/state/session/use-session'
import { useOnline } from '@/state/use-online'
import { ACCOUNT_TEXT } from '../account-text'

export function SignOutEverywhere() {
  const { loadSupabase } = useServices()
  const store = useSessionStore()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  async function signOut() {
    if (isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      const supabase = await loadSupabase()
      // If there is no error, Supabase has also ended the session here.
      const { error } = await supabase.auth.signOut({ scope: 'global' })
      if (error) throw error
      await store.signOut()
      navigate(paths.home)
    } catch (cause) {
      console.warn('Signing out everywhere failed', cause)
      setHasFailed(true)
      setIsBusy(false)
    }
  }

  return (
    <div className="mt-8">
      <Button variant="secondary" disabled={!isOnline} onClick={() => setIsAsked(true)}>
        {ACCOUNT_TEXT.signOut}
      </Button>
      {!isOnline && <p className="mt-2 text-sm text-soft">{ACCOUNT_TEXT.offline}</p>}
      <ConfirmDialog
        isOpen={isAsked}
        title={ACCOUNT_TEXT.signOutQuestion}
        confirmLabel={ACCOUNT_TEXT.signOut}
        cancelLabel="Cancel"
        onConfirm={signOut}
        onCancel={() => {
          setIsAsked(false)
          setHasFailed(false)
        }}
      >
        <p>{ACCOUNT_TEXT.signOutConsequence}</p>
        {hasFailed && (
          <p role="alert" className="text-bad">
            {ACCOUNT_TEXT.signOutFailed}
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}
