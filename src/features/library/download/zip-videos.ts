// Writes videos to one ZIP file while they are fetched one by one. Each video is in memory only while it is written.
import { downloadZip } from 'client-zip'

export interface ZipVideo {
  id: string
  /** The time of creation, in ISO 8601. */
  createdAt: string
}

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
      if (input) yield { name: nameFile(video, taken), lastModified: new Date(video.createdAt), input }
      else failed.push(video)
    }
    if (failed.length === videos.length) throw new Error('None of the videos could be fetched')
  }
  const { body } = downloadZip(readFiles())
  if (!body) throw new Error('A response without a stream')
  return { stream: body, failed }
}

/** Returns the server's file name for a download, with a number if another file already has this name. */
function nameFile({ createdAt }: ZipVideo, taken: Set<string>): string {
  const stem = `ai-video-${Date.parse(createdAt)}`
  let name = `${stem}.mp4`
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}.mp4`
  taken.add(name)
  return name
}
