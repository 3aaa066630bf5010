import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { CREATE_FAULTS, findFault } from '../faults.ts'
import { createId } from '../task-id.ts'
import type { Task } from '../task-store.ts'
import { type GenerationInput, parseInput } from './create-body.ts'
import { ProviderError } from './errors.ts'
import { readImage } from './image-input.ts'
import type { ServiceParts } from './service-parts.ts'

export async function createGeneration(parts: ServiceParts, modelPath: string, body: string): Promise<Response> {
  const model = parts.models.get(modelPath)
  if (!model) throw new ProviderError(404, 'NOT_FOUND', 'Not found')
  const input = parseInput(model, body)
  const image = input.image === null ? null : await readImage(input.image, parts.imageOrigin)

  const fault = findFault(input.prompt)
  const refused = createFault(fault)
  if (refused) return refused

  const now = parts.clock()
  const generationId = createId()
  const task: Task = {
    taskId: createId(),
    generationId,
    model: modelPath,
    status: 'waiting',
    failMsg: '',
    fault,
    credit: model.creditsPerSecond * input.length,
    createdAt: now,
    updatedAt: now,
    input: {
      prompt: input.prompt,
      seconds: input.length,
      seed: input.seed ?? getSeed(input),
      sound: input.generateAudio,
      picture: image ? `${generationId}.${image.extension}` : null,
    },
  }
  if (image && task.input.picture) await writeFile(parts.runner.imagePath(task.input.picture), image.bytes)
  await parts.store.add(task)
  parts.runner.start(task)
  return wrapSuccess({ taskId: task.taskId, status: 'waiting' })
}

function wrapSuccess(data: Record<string, string>): Response {
  return Response.json({ code: 'SUCCESS', message: 'success', data })
}

/** Without a seed the content decides: the same request gives the same clip. */
function getSeed(input: GenerationInput): number {
  const hash = createHash('sha256')
    .update(`${input.prompt}\n${input.image ?? ''}`)
    .digest()
  return hash.readUInt32BE(0)
}

function createFault(fault: string | null): Response | null {
  switch (CREATE_FAULTS.find((word) => word === fault)) {
    case '#reject':
      throw ProviderError.invalid(['The prompt was rejected (triggered by #reject)'])
    case '#error':
      throw new ProviderError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error (triggered by #error)')
    case '#garbage':
      return new Response(EDGE_PAGE, { status: 502, headers: { 'content-type': 'text/html; charset=UTF-8' } })
    case '#no-task':
      return wrapSuccess({ status: 'waiting' })
    case undefined:
      return null
  }
}

/** An answer of a proxy before the provider: not JSON, and not the provider's shape. */
const EDGE_PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>edge proxy</center></body></html>
`
