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
  /** Absolute, e.g. `http://localhost:5173/stand-ins/video`; file URLs start with it. */
  baseUrl: string
  /** The only origin that images and videos are fetched from. */
  imageOrigin: string
  /** Tasks in it survive a restart. */
  dataDir: string
  /** The only key accepted: `x-api-key` in Pollo's format, `authorization: Key ...` in fal's. */
  apiKey: string
  /** Frames per second; the renderer's own unless given. */
  frameRate?: number | undefined
  /** Milliseconds since the epoch. */
  clock?: () => number
  /** The product's, unless a test has another. */
  catalogue?: Pick<Catalogue, 'models'>
}

export interface VideoService {
  /** The folder of the finished clips. */
  clips: string
  /** Answers full paths, the mount path of `baseUrl` included. */
  fetch(request: Request): Promise<Response>
  /** Unfinished tasks stay on disk and are rendered after the next start. */
  close(): Promise<void>
}

/** Resumes the tasks that a former process left unfinished. */
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
