// Draws the poster of a stored video and measures its sound, in a process of its own: codecs are native code and may crash.
import { fork } from 'node:child_process'

const TIMEOUT_MS = 20_000
const WORKER = new URL('./draw-preview-worker.ts', import.meta.url)

/** `poster`: a WebP file in base64. Each is null if it can't be made. */
export interface DrawnPreview {
  poster: string | null
  peaks: number[] | null
}

interface FilePreview {
  poster: Uint8Array<ArrayBuffer> | null
  peaks: number[] | null
}

/** Never rejects. */
export function drawPreviewOfFile(file: string, worker = WORKER): Promise<FilePreview> {
  return new Promise((resolve) => {
    const child = fork(worker, [file], { execArgv: [], timeout: TIMEOUT_MS, killSignal: 'SIGKILL', stdio: 'ignore' })
    let drawn: DrawnPreview = { poster: null, peaks: null }
    child.once('message', (message: DrawnPreview | null) => {
      if (message) drawn = message
    })
    const end = () => {
      const { poster, peaks } = drawn
      resolve({ poster: poster ? new Uint8Array(Buffer.from(poster, 'base64')) : null, peaks })
    }
    child.once('error', end)
    child.once('close', end)
  })
}
