import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/button'
import { Spinner } from '@/components/spinner'
import type { AdminApi } from '../admin-api'
import type { Credential } from '../credential'
import { formatCount } from '../format-number'
import type { LogFilter } from '../log-query'
import { useTexts } from '../texts/texts'
import { EXPORT_LIMIT } from './collect-logs'
import { useExport } from './use-export'

interface ExportButtonProps {
  api: AdminApi
  credential: Credential
  filter: LogFilter
  total: number
  isOnline: boolean
  onFailure: (error: unknown) => void
}

const LIMIT = formatCount(EXPORT_LIMIT)

export function ExportButton({ api, credential, filter, total, isOnline, onFailure }: ExportButtonProps) {
  const text = useTexts().export
  const { state, start, cancel } = useExport({ api, credential, filter, onFailure })
  const button = useRef<HTMLButtonElement>(null)
  const isRunning = state.status === 'running'
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <Button
          ref={button}
          variant="secondary"
          disabled={!isOnline || total === 0}
          aria-disabled={isRunning}
          aria-busy={isRunning}
          aria-describedby="export-limit"
          onClick={() => !isRunning && start()}
        >
          {isRunning ? <Spinner /> : <Download aria-hidden="true" className="size-4.5" />}
          {text.start}
        </Button>
        {isRunning && (
          <Button
            variant="quiet"
            onClick={() => {
              cancel()
              button.current?.focus()
            }}
          >
            {text.cancel}
          </Button>
        )}
      </div>
      <p id="export-limit" className="text-xs text-soft">
        {total > EXPORT_LIMIT ? text.newest(LIMIT) : text.most(LIMIT)}
      </p>
      <p role="status" className="text-xs tabular-nums empty:hidden">
        {state.status === 'running' &&
          text.running(formatCount(state.collected), state.wanted === null ? null : formatCount(state.wanted))}
        {state.status === 'done' && text.done(formatCount(state.count))}
      </p>
    </div>
  )
}
