import type { Account } from '@contract/account'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/button'
import { FailedAction } from '@/components/missing-code/failed-action'
import { Spinner } from '@/components/spinner'
import { useOnline } from '@/state/use-online'
import type { AccountApi } from '../account-api'
import { ACCOUNT_TEXT } from '../account-text'
import { DataPart } from '../data-part'
import { useExport } from './use-export'

interface ExportDataProps {
  account: Account
  api: AccountApi
}

const format = new Intl.NumberFormat('en')

export function ExportData({ account, api }: ExportDataProps) {
  const { state, start, cancel } = useExport(account, api)
  const isOnline = useOnline()
  const button = useRef<HTMLButtonElement>(null)
  const isRunning = state.status === 'running'
  return (
    <DataPart title={ACCOUNT_TEXT.export} hint={ACCOUNT_TEXT.exportHint}>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={button}
          variant="secondary"
          disabled={!isOnline && !isRunning}
          aria-disabled={isRunning}
          aria-busy={isRunning}
          onClick={() => !isRunning && start()}
        >
          {isRunning ? <Spinner /> : <Download aria-hidden="true" className="size-4.5" />}
          Export everything
        </Button>
        {isRunning && (
          <Button
            variant="quiet"
            onClick={() => {
              cancel()
              button.current?.focus()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 text-soft tabular-nums empty:hidden">
        {state.status === 'running' &&
          (state.all === 0 ? 'Saving…' : `Saving ${format.format(state.tried + 1)} of ${format.format(state.all)}…`)}
        {state.status === 'done' &&
          state.failed.length === 0 &&
          `Saved. The file has ${state.saved === 1 ? '1 video or image' : `${format.format(state.saved)} videos and images`}, and your data.`}
      </p>
      {state.status === 'done' && state.failed.length > 0 && (
        <div role="alert" className="mt-3 text-bad">
          <p>{describeMissing(state.failed.length)}</p>
          <ul className="mt-2 max-h-40 overflow-y-auto text-sm wrap-anywhere">
            {state.failed.slice(0, 100).map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </div>
      )}
      {state.status === 'stopped' && (
        <FailedAction cause={state.cause} text={ACCOUNT_TEXT.exportStopped} className="mt-3 text-bad" />
      )}
      {!isOnline && !isRunning && <p className="mt-2 text-sm text-soft">{ACCOUNT_TEXT.offline}</p>}
    </DataPart>
  )
}

function describeMissing(count: number): string {
  const [files, them] = count === 1 ? ['1 file is', 'it'] : [`${format.format(count)} files are`, 'them']
  return `Saved, but ${files} missing. Export again to get ${them}. The file missing-files.txt lists:`
}
