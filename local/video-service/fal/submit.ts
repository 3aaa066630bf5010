import { randomUUID } from 'node:crypto'
import { createTask } from '../create-task.ts'
import { CREATE_FAULTS, createEdgePage, findFault } from '../faults.ts'
import { InputFault } from '../inputs/fetch-input.ts'
import { readImage, type UploadedImage } from '../inputs/read-image.ts'
import { readSource } from '../inputs/read-source.ts'
import { readVoice } from '../inputs/read-voice.ts'
import type { ServiceParts } from '../service-parts.ts'
import { type Input, parseFalInput } from './body.ts'
import { FalError } from './errors.ts'
import { describeRequest } from './responses.ts'

/** The maximum length of an edited clip, which is otherwise as long as its source. */
const MAX_EDIT_SECONDS = 15

export async function submitRequest(parts: ServiceParts, path: string, body: string): Promise<Response> {
  const model = parts.falModels.get(path)
  if (!model) throw new FalError(404, `Path /${path} not found`)
  const input = parseFalInput(model, body)
  const image = (one: Input) => readField(one, (address) => readImage(address, parts.imageOrigin))
  const first = input.first && (await image(input.first))
  const last = input.last && (await image(input.last))
  const references: UploadedImage[] = []
  // Images are checked one after another, because each check uses up to 200 MB.
  for (const one of input.references) references.push(await image(one))
  const audio = input.audio && (await readField(input.audio, (address) => readVoice(address, parts.imageOrigin)))
  const source = input.source && (await readField(input.source, (address) => readSource(address, parts.imageOrigin)))

  const refused = createFault(findFault(input.prompt))
  if (refused) return refused

  const most = input.source?.use === 'edit' ? MAX_EDIT_SECONDS : Number.POSITIVE_INFINITY
  const seconds = input.seconds ?? Math.min(most, Math.max(1, source?.seconds ?? model.defaultLength))
  const task = await createTask(parts, {
    taskId: randomUUID(),
    model: path,
    credit: Math.ceil(model.creditsPerSecond * seconds),
    prompt: input.prompt,
    seconds,
    seed: input.seed,
    sound: input.sound,
    first,
    last,
    references,
    referenceNames: input.referenceNames,
    audio,
    source: source && input.source && { bytes: source.bytes, use: input.source.use },
  })
  const position = parts.runner.countAhead(task)
  return Response.json({
    status: 'IN_QUEUE',
    ...describeRequest(task, `${parts.baseUrl}/fal`),
    queue_position: position,
  })
}

async function readField<T>({ field, value }: Input, read: (value: string) => Promise<T>): Promise<T> {
  try {
    return await read(value)
  } catch (cause) {
    throw cause instanceof InputFault
      ? FalError.field(field, `${field} ${cause.message}`, 'file_download_error')
      : cause
  }
}

function createFault(fault: string | null): Response | null {
  switch (CREATE_FAULTS.find((word) => word === fault)) {
    case '#reject':
      throw FalError.field('prompt', 'The prompt was rejected (triggered by #reject)', 'content_policy_violation')
    case '#error':
      throw new FalError(500, 'Internal Server Error (triggered by #error)')
    case '#garbage':
      return createEdgePage()
    case '#no-task':
      return Response.json({ status: 'IN_QUEUE' })
    case undefined:
      return null
  }
}
