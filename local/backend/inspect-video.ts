// Looks into stored videos with a decoder, which a hosted function has not: finds a film whose packets are all there and decode
// to nothing. In a process of its own for each, because codecs are native code and may crash. Whatever goes wrong here
// says nothing of the video.
import { fork } from 'node:child_process'

const TIMEOUT_MS = 20_000
const WORKER = new URL('./inspect-video-worker.ts', import.meta.url)

/** What the worker sends: how many of the frames that it tried it got, or null where it has no decoder for them. */
export interface Inspection {
  tried: number
  decoded: number
}

/** Why the video in this file does not play; null where nothing speaks against it. Never rejects. */
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
