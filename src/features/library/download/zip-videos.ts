// Videos as one file, which is written while they are fetched one by one: none is kept longer than it takes to write it.
import { downloadZip } from 'client-zip'

export interface ZipVideo {
  id: string
  /** The time of creation, in ISO 8601. */
  createdAt: string
}

interface ZipOptions<V extends ZipVideo> {
  /** Fetches the file. Rejects if it can't be had. */
  fetchFile: (video: V, signal: AbortSignal) => Promise<Blob>
  /** Called before each file with the number of files tried. */
  onProgress: (tried: number) => void
  signal: AbortSignal
}

/**
 * Packs videos into one stream. `failed` is complete when the stream has ended. The stream ends in an error if it is aborted or
 * would be empty.
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

/** Returns the server's name for a download, with a number if that is taken. */
function nameFile({ createdAt }: ZipVideo, taken: Set<string>): string {
  const stem = `ai-video-${Date.parse(createdAt)}`
  let name = `${stem}.mp4`
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}.mp4`
  taken.add(name)
  return name
}
