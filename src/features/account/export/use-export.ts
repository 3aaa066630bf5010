import type { Account } from '@contract/account'
import { useEffect, useRef, useState } from 'react'
import { fetchVideo } from '@/lib/browser/download-video'
import { loadCode } from '@/lib/browser/missing-code'
import { isCanceled, pickFile } from '@/lib/browser/pick-file'
import { saveFile } from '@/lib/browser/save-file'
import { useServices } from '@/state/services-context'
import type { AccountApi } from '../account-api'

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; tried: number; all: number }
  | { status: 'done'; saved: number; failed: readonly string[] }
  | { status: 'stopped'; cause: unknown }

/**
 * Saves an account's data as one file. A canceled or failed export leaves nothing, so the next export starts from the
 * beginning.
 */
export function useExport(account: Account, api: AccountApi) {
  const { jobsApi } = useServices()
  const [state, setState] = useState<ExportState>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    const all = account.videos + account.images
    const set = (next: ExportState) => signal.aborted || setState(next)
    const name = `soundreel-export-${new Date().toISOString().slice(0, 10)}.zip`
    let saved = 0
    set({ status: 'running', tried: 0, all })
    try {
      const file = await pickFile(name)
      const { zipExport } = await loadCode(() => import('./export-zip'))
      const { stream, failed } = zipExport(account, {
        signal,
        readPage: (cursor) => api.readExportPage(cursor, signal),
        async fetchFile({ url, jobId }) {
          const blob = await fetchVideo(url, signal).catch(async () => {
            signal.throwIfAborted()
            return fetchVideo(jobId ? (await jobsApi.get(jobId)).videoUrl : url, signal)
          })
          saved += 1
          return blob
        },
        onProgress: (tried) => set({ status: 'running', tried, all: Math.max(all, tried + 1) }),
      })
      if (file) await stream.pipeTo(await file.createWritable(), { signal })
      else saveFile(await new Response(stream).blob(), name)
      set({ status: 'done', saved, failed: [...failed] })
    } catch (cause) {
      if (isCanceled(cause, signal)) return setState({ status: 'idle' })
      console.warn('The export stopped', cause)
      set({ status: 'stopped', cause })
    }
  }

  function cancel() {
    running.current?.abort()
    setState({ status: 'idle' })
  }

  return { state, start, cancel }
}
