import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const RETENTION_MS = 14 * 24 * 60 * 60 * 1000

const taskSchema = z.object({
  taskId: z.string(),
  generationId: z.string(),
  model: z.string(),
  status: z.enum(['waiting', 'processing', 'succeed', 'failed', 'stopped']),
  failMsg: z.string(),
  fault: z.string().nullable(),
  credit: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
  input: z.object({
    prompt: z.string(),
    seconds: z.number(),
    seed: z.number(),
    sound: z.boolean(),
    /** The names of files in the images folder. */
    image: z.string().nullable(),
    lastImage: z.string().nullable(),
    references: z.array(z.string()),
    referenceNames: z.array(z.string()),
    audio: z.string().nullable(),
    source: z.object({ file: z.string(), use: z.enum(['extend', 'edit', 'upscale']) }).nullable(),
  }),
})

export type Task = z.infer<typeof taskSchema>

export interface TaskFolders {
  tasks: string
  images: string
  clips: string
}

export class TaskStore {
  readonly #folders: TaskFolders
  readonly #clock: () => number
  readonly #tasks = new Map<string, Task>()
  /** The chain of writes. It prevents an older state from overwriting a newer one. */
  #writes: Promise<void> = Promise.resolve()

  constructor(folders: TaskFolders, clock: () => number) {
    this.#folders = folders
    this.#clock = clock
  }

  /** Opens the store. Skips unreadable records, and removes records older than 14 days, as the provider does. */
  static async open(folders: TaskFolders, clock: () => number): Promise<TaskStore> {
    const store = new TaskStore(folders, clock)
    for (const name of await readdir(folders.tasks)) {
      if (!name.endsWith('.json')) continue
      const task = await readTask(join(folders.tasks, name))
      if (!task) continue
      if (clock() - task.createdAt > RETENTION_MS) await store.#remove(task)
      else store.#tasks.set(task.taskId, task)
    }
    return store
  }

  get(taskId: string): Task | undefined {
    return this.#tasks.get(taskId)
  }

  /** Returns the unfinished tasks, oldest first. */
  unfinished(): Task[] {
    return [...this.#tasks.values()]
      .filter((task) => task.status === 'waiting' || task.status === 'processing')
      .sort((a, b) => a.createdAt - b.createdAt || a.taskId.localeCompare(b.taskId))
  }

  async add(task: Task): Promise<void> {
    this.#tasks.set(task.taskId, task)
    await this.#write(task.taskId)
  }

  async update(taskId: string, change: Partial<Pick<Task, 'status' | 'failMsg'>>): Promise<void> {
    const task = this.#tasks.get(taskId)
    if (!task) return
    this.#tasks.set(taskId, { ...task, ...change, updatedAt: this.#clock() })
    await this.#write(taskId)
  }

  /** Waits until all updates are on disk. */
  async idle(): Promise<void> {
    await this.#writes.catch(() => undefined)
  }

  #write(taskId: string): Promise<void> {
    const write = this.#writes
      .catch(() => undefined)
      .then(async () => {
        const task = this.#tasks.get(taskId)
        if (!task) return
        const path = join(this.#folders.tasks, `${taskId}.json`)
        await writeFile(`${path}.part`, JSON.stringify(task))
        await rename(`${path}.part`, path)
      })
    this.#writes = write
    return write
  }

  async #remove(task: Task): Promise<void> {
    await rm(join(this.#folders.tasks, `${task.taskId}.json`), { force: true })
    await rm(join(this.#folders.clips, `${task.generationId}.mp4`), { force: true })
    const { image, lastImage, references, audio, source } = task.input
    for (const name of [image, lastImage, ...references, audio, source?.file])
      if (name) await rm(join(this.#folders.images, name), { force: true })
  }
}

async function readTask(path: string): Promise<Task | null> {
  try {
    const parsed = taskSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
