import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Catalogue, readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import builtInModels from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { readModels } from './models.ts'
import { RenderQueue } from './render-queue.ts'
import { TaskRunner } from './task-runner.ts'
import { TaskStore } from './task-store.ts'
import { createServiceApp } from './wire/app.ts'

export interface VideoServiceOptions {
  /** The absolute base URL, for example `http://localhost:5173/stand-ins/video`. File URLs start with it. */
  baseUrl: string
  /** The only origin that images and videos are fetched from. */
  imageOrigin: string
  /** The data folder. Its tasks survive a restart. */
  dataDir: string
  /** The only accepted key. Pollo's format sends it as `x-api-key`, and fal's as `authorization: Key ...`. */
  apiKey: string
  /** The frames per second of the clips. Defaults to the renderer's frame rate. */
  frameRate?: number | undefined
  /** Returns the current time in milliseconds since the epoch. */
  clock?: () => number
  /** The catalogue. Defaults to the product's. */
  catalogue?: Pick<Catalogue, 'models'>
}

export interface VideoService {
  /** The folder of the finished clips. */
  clips: string
  /** Handles a request. Its path must include the mount path of `baseUrl`. */
  fetch(request: Request): Promise<Response>
  /** Closes the service. Unfinished tasks stay on disk and are rendered after the next start. */
  close(): Promise<void>
}

/** Creates the service and resumes the tasks that a previous process left unfinished. */
export async function createVideoService(options: VideoServiceOptions): Promise<VideoService> {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const clock = options.clock ?? Date.now
  const folders = {
    tasks: join(options.dataDir, 'tasks'),
    images: join(options.dataDir, 'images'),
    clips: join(options.dataDir, 'clips'),
  }
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true })))

  const catalogue = options.catalogue ?? readCatalogue(builtInModels)
  const store = await TaskStore.open(folders, clock)
  const queue = new RenderQueue()
  const runner = new TaskRunner(store, queue, folders, options.frameRate)
  const app = createServiceApp({
    baseUrl,
    apiKey: options.apiKey,
    models: readModels(catalogue, 'pollo'),
    falModels: readModels(catalogue, 'fal'),
    clock,
    store,
    runner,
    imageOrigin: options.imageOrigin,
    clips: folders.clips,
  })

  runner.resume()
  return {
    clips: folders.clips,
    fetch: async (request) => app.fetch(request),
    close: async () => {
      await queue.close()
      await runner.idle()
      await store.idle()
    },
  }
}
