// Writes videos to one ZIP file while they are fetched one by one. Each video is in memory only while it is written.
import { downloadZip } from 'client-zip'
import { getJobName, type Job } from '@/state/jobs/job'
import { nameFile } from './file-name'

export type ZipVideo = Pick<Job, 'id' | 'createdAt' | 'title' | 'prompt'>

interface ZipOptions<V extends ZipVideo> {
  /** Fetches the file. Rejects if the file isn't available. */
  fetchFile: (video: V, signal: AbortSignal) => Promise<Blob>
  /** Called before each file with the number of files tried. */
  onProgress: (tried: number) => void
  signal: AbortSignal
}

/**
 * Creates the ZIP stream. `failed` is complete when the stream ends. The stream fails if it is aborted or would be
 * empty.
 */
export function zipVideos<V extends ZipVideo>(
  videos: readonly V[],
  { fetchFile, onProgress, signal }: ZipOptions<V>,
): { stream: ReadableStream<Uint8Array>; failed: V[] } {
  const failed: V[] = []
  async function* readFiles() {
    const taken = new Set<string>()
    for (const [tried, video] of videos.entries()) {
      onProgress(tried)
      const input = await fetchFile(video, signal).catch(() => null)
      signal.throwIfAborted()
      const lastModified = new Date(video.createdAt)
      if (input) yield { name: nameFile(getJobName(video), 'mp4', taken), lastModified, input }
      else failed.push(video)
    }
    if (failed.length === videos.length) throw new Error('None of the videos could be fetched')
  }
  const { body } = downloadZip(readFiles())
  if (!body) throw new Error('A response without a stream')
  return { stream: body, failed }
}
