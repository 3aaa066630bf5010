import { useState } from 'react'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { language } from '@/components/language/language'
import { Panel } from '@/components/panel'
import { clearPersonalData } from '@/lib/browser/personal-data'
import { ENTRY, readEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { useServices } from '@/state/services-context'
import { useSessionStore } from '@/state/session/use-session'
import { describeActionFailure } from './action-failure'
import { type ActionResult, ActionResultNote } from './action-result-note'
import { useTexts } from './texts/texts'

export function SessionActions({ onDone }: { onDone: () => void }) {
  const { loadSupabase } = useServices()
  const text = useTexts().session
  const { leave, recheck } = useSessionStore()
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [result, setResult] = useState<ActionResult | null>(null)

  const refresh = async () => {
    setIsBusy(true)
    setResult(null)
    try {
      const supabase = await loadSupabase()
      const { data, error } = await supabase.auth.refreshSession()
      if (error) throw error
      const expiresAt = data.session?.expires_at
      const until = expiresAt ? new Date(expiresAt * 1000).toLocaleString(language.get()) : null
      setResult({ tone: 'ok', text: text.refreshed(until) })
    } catch (error) {
      setResult(describeActionFailure(error))
    } finally {
      setIsBusy(false)
      onDone()
    }
  }

  const clear = async () => {
    setIsAsking(false)
    try {
      // Call this first: it also clears other stores and tabs, and writes an entry.
      void clearPersonalData()
      // Sign out before the token is removed, because a request without a token would be refused.
      leave()
      window.localStorage.clear()
      setResult({ tone: 'ok', text: text.cleared })
    } catch (error) {
      await recheck()
      setResult(describeActionFailure(error))
    }
    onDone()
  }

  return (
    <Panel heading={text.heading}>
      <div className="p-4 sm:p-6">
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={isBusy} onClick={refresh}>
            {text.refresh}
          </Button>
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {text.clear}
          </Button>
        </div>
        <ActionResultNote result={result} />
      </div>
      <ClearDialog isOpen={isAsking} onConfirm={clear} onCancel={() => setIsAsking(false)} />
    </Panel>
  )
}

interface ClearDialogProps {
  isOpen: boolean
  onConfirm: () => void
  onCancel: () => void
}

function ClearDialog({ isOpen, onConfirm, onCancel }: ClearDialogProps) {
  const text = useTexts().clear
  const jobs = isOpen ? (readEntry(ENTRY.jobs, s.list(s.anything))?.length ?? 0) : 0
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={text.title}
      confirmLabel={text.confirm}
      cancelLabel={text.cancel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{text.what}</p>
      <p className={jobs > 0 ? 'text-amber' : undefined}>{text.jobs(jobs)}</p>
      <p>{text.kept}</p>
    </ConfirmDialog>
  )
}
