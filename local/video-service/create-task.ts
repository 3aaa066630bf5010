import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { findFault } from './faults.ts'
import type { UploadedImage } from './inputs/read-image.ts'
import type { UploadedVoice } from './inputs/read-voice.ts'
import { createId } from './task-id.ts'
import type { TaskRunner } from './task-runner.ts'
import type { Task, TaskStore } from './task-store.ts'

const MAX_DRAWN_SEED = 2 ** 32

export interface TaskRequest {
  taskId: string
  /** The path of the model. */
  model: string
  prompt: string
  seconds: number
  /**
   * The seed, or null for a model without seeds. Each of its tasks then draws a random one, so repeated videos differ.
   */
  seed: number | null
  sound: boolean
  credit: number
  first: UploadedImage | null
  last?: UploadedImage | null
  references?: readonly UploadedImage[]
  /** The names of the references, in order. Empty for an image without one. */
  referenceNames?: readonly string[]
  audio?: UploadedVoice | null
  source?: { bytes: Uint8Array; use: 'extend' | 'edit' | 'upscale' } | null
}

interface TaskParts {
  clock: () => number
  store: TaskStore
  runner: TaskRunner
}

/** Saves the inputs of a request and starts its task. */
export async function createTask(
  { clock, store, runner }: TaskParts,
  { taskId, model, credit, ...request }: TaskRequest,
): Promise<Task> {
  const { prompt, seconds, sound, first, last = null, references = [], audio = null, source = null } = request
  const now = clock()
  const generationId = createId()
  const keep = async (bytes: Uint8Array, name: string, extension: string) => {
    const file = `${generationId}${name}.${extension}`
    await writeFile(runner.inputPath(file), bytes)
    return file
  }
  const task: Task = {
    taskId,
    generationId,
    model,
    status: 'waiting',
    failMsg: '',
    fault: findFault(prompt),
    credit,
    createdAt: now,
    updatedAt: now,
    input: {
      prompt,
      seconds,
      seed: request.seed ?? randomInt(MAX_DRAWN_SEED),
      sound,
      image: first && (await keep(first.bytes, '', first.extension)),
      lastImage: last && (await keep(last.bytes, '-last', last.extension)),
      references: await Promise.all(
        references.map(({ bytes, extension }, i) => keep(bytes, `-reference-${i + 1}`, extension)),
      ),
      referenceNames: [...(request.referenceNames ?? [])],
      audio: audio && (await keep(audio.bytes, '-voice', audio.extension)),
      source: source && { file: await keep(source.bytes, '-source', 'mp4'), use: source.use },
    },
  }
  await store.add(task)
  runner.start(task)
  return task
}
