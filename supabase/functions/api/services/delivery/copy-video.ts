// Our own copy of a finished video: streamed from the provider into Storage, and checked there by reading parts of it, so
// that no server ever holds a file.
import { measureStream } from './measured-stream.ts'
import { MAX_VIDEO_BYTES, type OpenProviderFile, UnusableFileError } from './provider-file.ts'
import { checkVideo } from './video-file.ts'
import type { VideoStore } from './video-store.ts'

/** An Edge Function of a free project lives for 150 s. */
const COPY_TIMEOUT_MS = 120_000

/** Looks into a stored video with a decoder: why it does not play, or null where nothing speaks against it. */
export type InspectVideo = (path: string) => Promise<string | null>

export interface CopyVideoDeps {
  openFile: OpenProviderFile
  videos: VideoStore
  inspectVideo: InspectVideo | undefined
}

export interface VideoCopy {
  bytes: number
  piecesSha256: string
  durationSeconds: number
}

/**
 * Writes the file at `url` to `path`. Throws an error of provider-file.ts or StorageLimitError, and any other one when
 * nothing is known of the file. Whatever it throws, an unchecked object may be left at `path`.
 */
export async function copyVideo(
  url: string,
  path: string,
  { openFile, videos, inspectVideo }: CopyVideoDeps,
): Promise<VideoCopy> {
  const signal = AbortSignal.timeout(COPY_TIMEOUT_MS)
  const file = await openFile(url, signal)
  const measured = measureStream(file.body, MAX_VIDEO_BYTES)
  try {
    await videos.write(path, measured.stream, file.length, signal)
  } catch (cause) {
    if (measured.total()?.bytes === 0) throw new UnusableFileError('an empty file', { cause })
    throw measured.failure() ?? cause
  } finally {
    // An answer that came before the end leaves the rest unread.
    if (!measured.total()) await file.body.cancel().catch(() => {})
  }
  const total = measured.total()
  if (!total) throw new Error('Storage took the video before its end')
  const durationSeconds = await checkVideo({
    size: total.bytes,
    read: (start, end) => videos.read(path, start, end, signal),
  })
  const fault = await inspectVideo?.(path)
  if (fault) throw new UnusableFileError(fault)
  return { ...total, durationSeconds }
}
