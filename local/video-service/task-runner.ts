import { stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFaults } from './faults.ts'
import { type RenderQueue, RenderStoppedError } from './render-queue.ts'
import type { Task, TaskFolders, TaskStore } from './task-store.ts'

/** The share of a `#broken-file` clip that is stored. The header is complete, but picture and sound end early. */
const BROKEN_FILE_SHARE = 0.4

export class TaskRunner {
  readonly #store: TaskStore
  readonly #queue: RenderQueue
  readonly #folders: TaskFolders
  readonly #frameRate: number | undefined
  readonly #running = new Set<Promise<void>>()

  constructor(store: TaskStore, queue: RenderQueue, folders: TaskFolders, frameRate?: number) {
    this.#store = store
    this.#queue = queue
    this.#folders = folders
    this.#frameRate = frameRate
  }

  /** Returns the path of a task's input file. */
  inputPath(name: string): string {
    return join(this.#folders.images, name)
  }

  /** Restarts the renders that a previous process left unfinished. */
  resume(): void {
    for (const task of this.#store.unfinished()) this.start(task)
  }

  start(task: Task): void {
    const run = this.#run(task)
      .catch((cause) => this.#fail(task, cause))
      .catch((cause) => console.error(`[video stand-in] task ${task.taskId} could not be recorded`, cause))
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Cancels a task. Returns false if the render has started. */
  async stop(task: Task): Promise<boolean> {
    if (!this.#queue.remove(this.#clipPath(task))) return false
    await this.#store.update(task.taskId, { status: 'stopped' })
    return true
  }

  /** Returns the number of renders ahead of this task. */
  countAhead(task: Task): number {
    return this.#queue.countAhead(this.#clipPath(task))
  }

  #clipPath({ generationId }: Task): string {
    return join(this.#folders.clips, `${generationId}.mp4`)
  }

  /** Waits for all running tasks. Close the queue first. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #run(task: Task): Promise<void> {
    if (task.fault === '#stuck') return await this.#store.update(task.taskId, { status: 'processing' })
    if (task.fault === '#fail') {
      const failMsg = 'Generation failed (triggered by #fail).'
      return await this.#store.update(task.taskId, { status: 'failed', failMsg })
    }
    if (task.fault === '#refused') {
      const failMsg =
        'The generated video may contain sensitive content (triggered by #refused). Request id: 0217e5f8a9c34'
      return await this.#store.update(task.taskId, { status: 'failed', failMsg })
    }
    if (task.fault !== '#no-url') await this.#render(task)
    await this.#store.update(task.taskId, { status: 'succeed' })
  }

  async #render(task: Task): Promise<void> {
    const { prompt, seed, seconds, sound, image, lastImage, references, referenceNames, audio, source } = task.input
    const outPath = this.#clipPath(task)
    const toPath = (name: string | null) => (name ? this.inputPath(name) : null)
    const inputs = {
      imagePath: toPath(image),
      lastImagePath: toPath(lastImage),
      referencePaths: references.map((name) => this.inputPath(name)),
      referenceNames,
      voicePath: toPath(audio),
      source: source && { path: this.inputPath(source.file), use: source.use },
    }
    const countStarted = () => void this.#store.update(task.taskId, { status: 'processing' }).catch(() => undefined)
    const request = {
      prompt: removeFaults(prompt),
      seed,
      seconds,
      sound,
      frameRate: this.#frameRate,
      ...inputs,
      outPath,
    }
    await this.#queue.render(request, countStarted)
    if (task.fault === '#broken-file') {
      const { size } = await stat(outPath)
      await truncate(outPath, Math.floor(size * BROKEN_FILE_SHARE))
    }
  }

  async #fail(task: Task, cause: unknown): Promise<void> {
    if (cause instanceof RenderStoppedError) return
    const failMsg = cause instanceof Error ? cause.message : 'The generation failed.'
    await this.#store.update(task.taskId, { status: 'failed', failMsg })
  }
}
