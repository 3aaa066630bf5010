import { useEffect, useRef, useState } from 'react'
import { saveFile } from '@/lib/browser/save-file'
import type { AdminApi } from '../admin-api'
import type { Credential } from '../credential'
import type { LogFilter } from '../log-query'
import { collectLogs } from './collect-logs'
import { createLogsCsv } from './logs-csv'

interface ExportInput {
  api: AdminApi
  credential: Credential
  filter: LogFilter
  onFailure: (error: unknown) => void
}

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; collected: number; wanted: number | null }
  | { status: 'done'; count: number }

export function useExport({ api, credential, filter, onFailure }: ExportInput) {
  const [state, setState] = useState<ExportState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setState({ status: 'running', collected: 0, wanted: null })
    try {
      const logs = await collectLogs({
        fetchLogs: (query) => api.fetchLogs(credential, query, signal),
        filter: { email: filter.email, from: filter.from, to: filter.to },
        onProgress: (collected, wanted) => {
          if (!signal.aborted) setState({ status: 'running', collected, wanted })
        },
      })
      const csv = await createLogsCsv(logs)
      if (signal.aborted) return
      const file = new Blob([csv], { type: 'text/csv;charset=utf-8' })
      saveFile(file, `login-records-${new Date().toISOString().slice(0, 10)}.csv`)
      setState({ status: 'done', count: logs.length })
    } catch (error) {
      if (!signal.aborted) onFailure(error)
    }
  }

  const cancel = () => {
    running.current?.abort()
    setState({ status: 'idle' })
  }

  return { state, start, cancel }
}
