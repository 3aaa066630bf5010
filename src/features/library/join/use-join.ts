import type { VideoMark } from '@contract/fields'
import { useEffect, useRef, useState } from 'react'
import { loadCode } from '@/lib/browser/missing-code'
import type { SucceededJob } from '@/state/jobs/job'

type JoinState =
  | { status: 'idle' }
  /** `share` is the progress, 0 to 1. It is 0 while the files are fetched. */
  | { status: 'joining'; share: number }
  /** `mark` is the AI label that the file contains. */
  | { status: 'done'; file: Blob; url: string; mark: VideoMark }
  | { status: 'failed'; cause: unknown }

/** Joins videos on this device. `fetchFile` rejects if a file isn't available. */
export function useJoin(fetchFile: (job: SucceededJob, signal: AbortSignal) => Promise<Blob>) {
  const [state, setState] = useState<JoinState>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  const url = state.status === 'done' ? state.url : null

  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url)
  }, [url])

  async function join(shots: readonly SucceededJob[]) {
    const abort = new AbortController()
    const { signal } = abort
    running.current = abort
    setState({ status: 'joining', share: 0 })
    try {
      const fetching = Promise.all(shots.map((shot) => fetchFile(shot, signal)))
      const [{ joinVideos }, { markJoined }, files] = await Promise.all([
        loadCode(() => import('@/lib/video/join-videos')),
        loadCode(() => import('@/lib/video/mark-joined')),
        fetching,
      ])
      const onProgress = (share: number) => signal.aborted || setState({ status: 'joining', share })
      const { file, mark } = markJoined(await joinVideos(files, { signal, onProgress }), shots, new Date())
      signal.throwIfAborted()
      setState({ status: 'done', file, mark, url: URL.createObjectURL(file) })
    } catch (cause) {
      if (signal.aborted) return
      console.warn("Couldn't join the videos", cause)
      setState({ status: 'failed', cause })
    }
  }

  return {
    state,
    join,
    cancel() {
      running.current?.abort()
      setState((now) => (now.status === 'joining' ? { status: 'idle' } : now))
    },
  }
}
