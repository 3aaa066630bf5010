// Finds videos whose packets are complete but don't decode. A hosted function has no decoder. Each check runs in a
// separate process, because codecs are native code and can crash. A failed check says nothing about the video.
import { fork } from 'node:child_process'

const TIMEOUT_MS = 20_000
const WORKER = new URL('./inspect-video-worker.ts', import.meta.url)

/**
 * The result of a check. `noDecoder` names the codec that the worker can't decode. The worker can decode every format
 * that the container check accepts.
 */
export type Inspection = { tried: number; decoded: number } | { noDecoder: string }

/** Returns the reason why the video doesn't play, or null. Never rejects. */
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
