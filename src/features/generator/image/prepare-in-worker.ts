import { PictureError, type PictureFault } from './image-faults'
import type { PreparedPicture } from './prepare-image'

export type WorkerAnswer = { prepared: PreparedPicture } | { fault: PictureFault }

/** Prepares a picture aside from the page. @throws PictureError; the signal's reason when it is not wanted any more */
export type PreparePicture = (file: Blob, signal: AbortSignal) => Promise<PreparedPicture>

/** The largest picture takes a slow phone some seconds. */
const PREPARE_TIMEOUT_MS = 45_000

/** A worker for each picture: ending it takes back all of its memory, and stops the work on a picture given up. */
export const prepareInWorker: PreparePicture = (file, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' })
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => end(() => reject(new PictureError('tooSlow'))), PREPARE_TIMEOUT_MS)

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
      end(() => reject(new PictureError('notLoaded')))
    }
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      end(() => ('prepared' in data ? resolve(data.prepared) : reject(new PictureError(data.fault))))
    }
    worker.postMessage(file, [port2])
  })
