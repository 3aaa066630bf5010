// Finds videos whose packets are complete but decode to nothing; a hosted function has no decoder. Each runs in its own
// process, because codecs are native code and may crash, and a failure here says nothing about the video.
import { fork } from 'node:child_process'

const TIMEOUT_MS = 20_000
const WORKER = new URL('./inspect-video-worker.ts', import.meta.url)

/** Null when the worker has no decoder for the video. */
export interface Inspection {
  tried: number
  decoded: number
}

/** Returns why the video does not play, or null. Never rejects. */
export function inspectVideoFile(file: string, worker = WORKER): Promise<string | null> {
  return new Promise((resolve) => {
    const child = fork(worker, [file], { execArgv: [], timeout: TIMEOUT_MS, killSignal: 'SIGKILL', stdio: 'ignore' })
    let fault: string | null = null
    child.once('message', (inspection: Inspection | null) => {
      if (inspection && inspection.tried > 0 && inspection.decoded === 0) {
        fault = `none of ${inspection.tried} frames could be decoded`
      }
    })
    child.once('error', () => resolve(null))
    child.once('close', () => resolve(fault))
  })
}
