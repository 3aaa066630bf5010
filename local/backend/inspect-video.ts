// Finds videos whose packets are complete but decode to nothing; a hosted function has no decoder. Each runs in its own
// process, because codecs are native code and may crash, and a failure here says nothing about the video.
import { fork } from 'node:child_process'

const TIMEOUT_MS = 20_000
const WORKER = new URL('./inspect-video-worker.ts', import.meta.url)

/** `noDecoder`: the codec, when the worker has none for it. It has one for each format that the check of the container lets pass. */
export type Inspection = { tried: number; decoded: number } | { noDecoder: string }

/** Returns why the video does not play, or null. Never rejects. */
export function inspectVideoFile(file: string, worker = WORKER): Promise<string | null> {
  return new Promise((resolve) => {
    const child = fork(worker, [file], { execArgv: [], timeout: TIMEOUT_MS, killSignal: 'SIGKILL', stdio: 'ignore' })
    let fault: string | null = null
    child.once('message', (inspection: Inspection | null) => {
      if (!inspection) return
      if ('noDecoder' in inspection) fault = `no decoder for ${inspection.noDecoder}`
      else if (inspection.tried > 0 && inspection.decoded === 0) {
        fault = `none of ${inspection.tried} frames could be decoded`
      }
    })
    child.once('error', () => resolve(null))
    child.once('close', () => resolve(fault))
  })
}
