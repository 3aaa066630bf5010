import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { FailedAction } from '@/components/missing-code/failed-action'
import { saveFile } from '@/lib/browser/save-file'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { ACCOUNT_TEXT } from '../account-text'
import { createStatementCsv } from './statement-csv'

/** The button that saves the whole statement as a file. */
export function SaveCsv() {
  const { creditsApi } = useServices()
  const isOnline = useOnline()
  const [isSaving, setIsSaving] = useState(false)
  /** The cause of the last failure. */
  const [cause, setCause] = useState<unknown>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function save() {
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    setIsSaving(true)
    setCause(null)
    try {
      const csv = await createStatementCsv((cursor) => creditsApi.statement(cursor), signal)
      saveFile(
        new Blob([csv], { type: 'text/csv;charset=utf-8' }),
        `credit-statement-${new Date().toISOString().slice(0, 10)}.csv`,
      )
    } catch (error) {
      if (!signal.aborted) setCause(error)
    }
    setIsSaving(false)
  }

  return (
    <div>
      <Button variant="secondary" size="sm" busy={isSaving} disabled={!isOnline} onClick={save}>
        {!isSaving && <Download aria-hidden="true" className="size-4" />}
        Download CSV
      </Button>
      {cause !== null && (
        <FailedAction cause={cause} text={ACCOUNT_TEXT.csvFailed} className="mt-2 max-w-xs text-sm text-bad" />
      )}
    </div>
  )
}
