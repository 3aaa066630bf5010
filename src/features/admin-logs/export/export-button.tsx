import { Download } from 'lucide-react'
import { Button } from '@/components/button'
import { Spinner } from '@/components/spinner'
import type { AdminApi } from '../admin-api'
import type { Credential } from '../login/credential'
import type { LogFilter } from '../table/log-query'
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

const format = new Intl.NumberFormat('zh-CN')
const LIMIT = format.format(EXPORT_LIMIT)

export function ExportButton({ api, credential, filter, total, isOnline, onFailure }: ExportButtonProps) {
  const { state, start, cancel } = useExport({ api, credential, filter, onFailure })
  const isRunning = state.status === 'running'
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <Button
          variant="secondary"
          disabled={!isOnline || total === 0}
          aria-disabled={isRunning}
          aria-busy={isRunning}
          aria-describedby="export-limit"
          onClick={() => !isRunning && start()}
        >
          {isRunning ? <Spinner /> : <Download aria-hidden="true" className="size-4.5" />}
          导出 CSV
        </Button>
        {isRunning && (
          <Button variant="quiet" onClick={cancel}>
            取消
          </Button>
        )}
      </div>
      <p id="export-limit" className="text-xs text-soft">
        {total > EXPORT_LIMIT ? `仅导出最新的 ${LIMIT} 条` : `最多导出 ${LIMIT} 条`}
      </p>
      <p role="status" className="text-xs tabular-nums empty:hidden">
        {state.status === 'running' &&
          `正在导出 ${format.format(state.collected)}${state.wanted === null ? '' : ` / ${format.format(state.wanted)}`} 条`}
        {state.status === 'done' && `已导出 ${format.format(state.count)} 条`}
      </p>
    </div>
  )
}
