import { createTask } from '../create-task.ts'
import { CREATE_FAULTS, createEdgePage, findFault } from '../faults.ts'
import { InputFault } from '../inputs/fetch-input.ts'
import { readImage, type UploadedImage } from '../inputs/read-image.ts'
import type { ServiceParts } from '../service-parts.ts'
import { createId } from '../task-id.ts'
import { parseInput } from './create-body.ts'
import { ProviderError } from './errors.ts'
import { wrapSuccess } from './status-response.ts'

export async function createGeneration(parts: ServiceParts, modelPath: string, body: string): Promise<Response> {
  const model = parts.models.get(modelPath)
  if (!model) throw new ProviderError(404, 'NOT_FOUND', 'Not found')
  const input = parseInput(model, body)
  const first = await readField('image', input.image, parts.imageOrigin)
  const last = await readField('imageTail', input.imageTail, parts.imageOrigin)

  const refused = createFault(findFault(input.prompt))
  if (refused) return refused

  const task = await createTask(parts, {
    taskId: createId(),
    model: modelPath,
    credit: model.creditsPerSecond * input.length,
    prompt: input.prompt,
    seconds: input.length,
    seed: input.seed,
    sound: input.generateAudio,
    first,
    last,
  })
  return wrapSuccess({ taskId: task.taskId, status: 'waiting' })
}

async function readField(name: string, image: string | null, origin: string): Promise<UploadedImage | null> {
  try {
    return image === null ? null : await readImage(image, origin)
  } catch (cause) {
    throw cause instanceof InputFault ? ProviderError.invalid([`${name} ${cause.message}`]) : cause
  }
}

function createFault(fault: string | null): Response | null {
  switch (CREATE_FAULTS.find((word) => word === fault)) {
    case '#reject':
      throw ProviderError.invalid(['The prompt was rejected (triggered by #reject)'])
    case '#error':
      throw new ProviderError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error (triggered by #error)')
    case '#garbage':
      return createEdgePage()
    case '#no-task':
      return wrapSuccess({ status: 'waiting' })
    case undefined:
      return null
  }
}
