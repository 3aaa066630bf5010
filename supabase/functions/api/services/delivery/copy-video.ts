// Streams a provider's file into Storage, and checks the stored file by ranges. No server holds a whole file in memory.
import type { Bytes } from '../../bytes.ts'
import { waitAtMost } from '../wait-at-most.ts'
import { createFileMark, type FileMark, type FileProvenance } from './file-mark.ts'
import { measureStream } from './measured-stream.ts'
import { MAX_VIDEO_BYTES, MissingFileError, type OpenProviderFile, UnusableFileError } from './provider-file.ts'
import { checkVideo, type VideoFacts } from './video-file.ts'
import type { VideoStore } from './video-store.ts'

const COPY_TIMEOUT_MS = 120_000
/** The maximum time without bytes from the host. */
const IDLE_TIMEOUT_MS = 15_000

/** Decodes a stored video. Returns the reason why it doesn't play, or null. */
export type InspectVideo = (path: string) => Promise<string | null>

export interface CopyVideoDeps {
  openFile: OpenProviderFile
  videos: VideoStore
  inspectVideo: InspectVideo | undefined
  /** Called with the size of each chunk. */
  onBytes?: (bytes: number) => void
  /** The remaining time for this copy in milliseconds, if less than two minutes. */
  leftMs?: number
}

export interface VideoCopy extends ReturnType<FileMark['getOutcome']>, VideoFacts {
  /** The size of the stored file, with its mark. */
  bytes: number
  piecesSha256: string
}

/**
 * Copies and checks a video. Throws an error of provider-file.ts, StorageLimitError, or another error. An unchecked
 * object can remain at `path`.
 * @param orderedSeconds null accepts any length
 */
export async function copyVideo(
  url: string,
  path: string,
  made: FileProvenance,
  orderedSeconds: number | null,
  { openFile, videos, inspectVideo, onBytes, leftMs = COPY_TIMEOUT_MS }: CopyVideoDeps,
): Promise<VideoCopy> {
  const hung = new AbortController()
  const signal = AbortSignal.any([AbortSignal.timeout(Math.min(COPY_TIMEOUT_MS, leftMs)), hung.signal])
  const file = await waitAtMost(openFile(url, signal), IDLE_TIMEOUT_MS).catch((cause) => {
    hung.abort(cause)
    throw cause
  })
  const mark = createFileMark(made)
  const see = (chunk: Bytes) => {
    onBytes?.(chunk.byteLength)
    mark.see(chunk)
  }
  const measured = measureStream(file.body, MAX_VIDEO_BYTES, IDLE_TIMEOUT_MS, { ...mark, see })
  try {
    if (!(await measured.begin())) throw new MissingFileError('an empty file')
    await videos.write(path, measured.stream, signal)
  } catch (cause) {
    throw measured.failure() ?? cause
  } finally {
    if (!measured.total()) await measured.stream.cancel().catch(() => {})
  }
  const total = measured.total()
  if (!total) throw new Error('Storage finished the upload before the end of the video')
  const { fileBytes, ...stored } = total
  if (file.length !== null && file.length !== fileBytes) throw new Error(`${fileBytes} of ${file.length} bytes came`)
  // Checks the file without the AI label, which must not affect whether the file plays.
  const read = (start: number, end: number) => videos.read(path, start, end, signal)
  const facts = await checkVideo({ size: fileBytes, read }, orderedSeconds)
  const fault = await inspectVideo?.(path)
  if (fault) throw new UnusableFileError(fault)
  return { ...stored, ...mark.getOutcome(), ...facts }
}
