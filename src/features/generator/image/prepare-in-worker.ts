import { isPageOutdated } from '@/lib/browser/missing-code'
import { ImageError, type ImageFault } from './image-faults'
import type { DrawnImage } from './prepare-image'

export type WorkerResponse = { prepared: DrawnImage } | { fault: ImageFault }

/** Prepares an image. Throws ImageError, or the signal's reason. */
export type PrepareImage = (file: Blob, signal: AbortSignal) => Promise<DrawnImage>

/** The time limit for preparing an image, in milliseconds. A slow phone needs a few seconds for the largest image. */
const PREPARE_TIMEOUT_MS = 45_000

/** Prepares an image in its own worker. Terminating the worker frees its memory and cancels abandoned work. */
export const prepareInWorker: PrepareImage = (file, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' })
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => end(() => reject(new ImageError('tooSlow'))), PREPARE_TIMEOUT_MS)

    function end(settle: () => void) {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.terminate()
      port1.close()
      settle()
    }
    function onAbort() {
      end(() => reject(signal.reason))
    }

    signal.addEventListener('abort', onAbort)
    worker.onerror = (event) => {
      event.preventDefault()
      // An error event of a worker doesn't say why its code is missing.
      end(() => void isPageOutdated().then((is) => reject(new ImageError(is ? 'outdated' : 'notLoaded'))))
    }
    port1.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
      end(() => ('prepared' in data ? resolve(data.prepared) : reject(new ImageError(data.fault))))
    }
    worker.postMessage(file, [port2])
  })
