import { useEffect, useRef, useState } from 'react'
import { createFailureMessage } from '@/components/missing-code/failure-message'
import { useToast } from '@/components/toast/use-toast'
import { fetchVideo } from '@/lib/browser/download-video'
import { loadCode } from '@/lib/browser/missing-code'
import { isCanceled, pickFile } from '@/lib/browser/pick-file'
import { saveFile } from '@/lib/browser/save-file'
import type { SucceededJob } from '@/state/jobs/job'
import { getJobName } from '@/state/jobs/job'
import type { Addresses } from '@/state/jobs/job-store'
import { VIDEO_TEXT } from '../video-text'

/** Downloads videos as one file. `renew` rejects if there are no new URLs. */
export function useZip(renew: (jobId: string) => Promise<Addresses>) {
  const { show } = useToast()
  /** The number of videos tried, and of all videos. Null while no download runs. */
  const [progress, setProgress] = useState<{ tried: number; all: number } | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function download(videos: readonly SucceededJob[]) {
    const abort = new AbortController()
    const { signal } = abort
    running.current = abort
    const name = `ai-videos-${Date.now()}.zip`
    setProgress({ tried: 0, all: videos.length })
    try {
      const file = await pickFile(name)
      const { zipVideos } = await loadCode(() => import('./zip-videos'))
      const { stream, failed } = zipVideos(videos, {
        signal,
        fetchFile: ({ id, videoUrl }) =>
          fetchVideo(videoUrl, signal).catch(async () => {
            signal.throwIfAborted()
            return fetchVideo((await renew(id)).videoUrl, signal)
          }),
        onProgress: (tried) => setProgress({ tried, all: videos.length }),
      })
      if (file) await stream.pipeTo(await file.createWritable(), { signal })
      else saveFile(await new Response(stream).blob(), name)
      signal.throwIfAborted()
      show(describeOutcome(videos.length, failed))
    } catch (cause) {
      if (isCanceled(cause, signal)) return
      console.warn("Couldn't download the videos", cause)
      show(createFailureMessage(cause, VIDEO_TEXT.zipFailed))
    } finally {
      if (running.current === abort) setProgress(null)
    }
  }

  return { progress, download, cancel: () => running.current?.abort() }
}

function describeOutcome(all: number, failed: readonly SucceededJob[]) {
  if (failed.length === 0) return { tone: 'ok' as const, text: `Downloaded ${all} ${all === 1 ? 'video' : 'videos'}.` }
  const names = failed.map((job) => `“${getJobName(job)}”`).join(', ')
  return {
    tone: 'bad' as const,
    text: `Downloaded ${all - failed.length} of ${all} videos. Couldn't download: ${names}. Try those again.`,
  }
}
