// Prepares images in a worker. Decoding 50 megapixels would freeze the page for a second.
import { ImageError } from './image-faults'
import { type DrawnImage, prepareImage } from './prepare-image'
import type { WorkerResponse } from './prepare-in-worker'

addEventListener('message', async ({ data, ports: [port] }: MessageEvent<Blob>) => {
  port?.postMessage(await answerFile(data))
})

async function answerFile(file: Blob): Promise<WorkerResponse> {
  try {
    const prepared: DrawnImage = await prepareImage(file)
    return { prepared }
  } catch (error) {
    return { fault: error instanceof ImageError ? error.fault : 'unprepared' }
  }
}
