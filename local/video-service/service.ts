// The stand-in video provider as one fetch handler: it puts the task store, the render queue and the HTTP routes
// together. What the provider answers is in wire/, what a clip looks and sounds like in ../renderer/.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RenderQueue } from './render-queue.ts'
import { TaskRunner } from './task-runner.ts'
import { TaskStore } from './task-store.ts'
import { createServiceApp } from './wire/app.ts'

/** Settings of the stand-in; nothing is read from the environment. */
export interface VideoServiceOptions {
  /** Absolute address where it is mounted, e.g. `http://localhost:5173/stand-ins/video`; file URLs are made from it. */
  baseUrl: string
  /** The one origin that pictures are fetched from, where a request names an address. */
  imageOrigin: string
  /** Folder for clips, pictures and task records. Tasks in it survive a restart. */
  dataDir: string
  /** The only `x-api-key` that is accepted. */
  apiKey: string
  /** Milliseconds since the epoch; tests pass their own. */
  clock?: () => number
}

export interface VideoService {
  /** Answers a request whose URL holds the full path, the mount path of `baseUrl` included. */
  fetch(request: Request): Promise<Response>
  /** Stops the render worker. Unfinished tasks stay on disk and render again at the next start. */
  close(): Promise<void>
}

/** Opens the data folder, takes up the tasks a former process left unfinished, and answers the service. */
export async function createVideoService(options: VideoServiceOptions): Promise<VideoService> {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const clock = options.clock ?? Date.now
  const folders = {
    tasks: join(options.dataDir, 'tasks'),
    pictures: join(options.dataDir, 'pictures'),
    clips: join(options.dataDir, 'clips'),
  }
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder, { recursive: true })))

  const store = await TaskStore.open(folders, clock)
  const queue = new RenderQueue()
  const runner = new TaskRunner(store, queue, folders)
  const app = createServiceApp({
    baseUrl,
    apiKey: options.apiKey,
    clock,
    store,
    runner,
    imageOrigin: options.imageOrigin,
    clips: folders.clips,
  })

  runner.resume()
  return {
    fetch: async (request) => app.fetch(request),
    close: async () => {
      await queue.close()
      await runner.idle()
      await store.idle()
    },
  }
}
