// Parses the responses of ComfyUI 0.3.64. Readers return null for a response that isn't ComfyUI's.
import { z } from 'zod'
import { isOutOfMemory } from './own-gpu/gpu-memory.ts'

const queueItem = z.tuple([z.number(), z.string()], z.unknown())
const queue = z.looseObject({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) })

export type QueuePosition = 'running' | 'absent' | { ahead: number }

export function readQueue(body: unknown, promptId: string): QueuePosition | null {
  const parsed = queue.safeParse(body)
  if (!parsed.success) return null
  const { queue_running, queue_pending } = parsed.data
  if (queue_running.some(([, id]) => id === promptId)) return 'running'
  const own = queue_pending.find(([, id]) => id === promptId)
  if (!own) return 'absent'
  return { ahead: queue_running.length + queue_pending.filter(([number]) => number < own[0]).length }
}

const savedFile = z.looseObject({ filename: z.string().min(1), subfolder: z.string(), type: z.string() })
export type SavedFile = z.output<typeof savedFile>

const entry = z.looseObject({
  outputs: z.record(z.string(), z.record(z.string(), z.unknown())),
  status: z.looseObject({ status_str: z.string(), messages: z.array(z.tuple([z.string(), z.unknown()])).catch([]) }),
})
const executionError = z.looseObject({
  node_type: z.string().catch(''),
  exception_type: z.string().catch(''),
  exception_message: z.string().catch(''),
})

export type TaskOutcome =
  | { kind: 'absent' }
  | { kind: 'succeeded'; file: SavedFile | null }
  | { kind: 'interrupted' }
  | { kind: 'failed'; reason: string; outOfMemory: boolean }

export function readHistory(body: unknown, promptId: string): TaskOutcome | null {
  const all = z.record(z.string(), z.unknown()).safeParse(body)
  if (!all.success) return null
  if (!(promptId in all.data)) return { kind: 'absent' }
  const parsed = entry.safeParse(all.data[promptId])
  if (!parsed.success) return null
  const { outputs, status } = parsed.data
  if (status.status_str === 'success') return { kind: 'succeeded', file: findVideo(outputs) }
  if (status.messages.some(([name]) => name === 'execution_interrupted')) return { kind: 'interrupted' }
  const error = executionError.safeParse(status.messages.find(([name]) => name === 'execution_error')?.[1]).data
  const { node_type = '', exception_type = '', exception_message = '' } = error ?? {}
  return {
    kind: 'failed',
    reason: [node_type, exception_message || exception_type].filter(Boolean).join(': ').trim(),
    outOfMemory: isOutOfMemory(`${exception_type} ${exception_message}`),
  }
}

const VIDEO_NAME = /\.(mp4|m4v|mov|webm)$/i

/** Returns the generated video. SaveVideo lists its file under `images`, other nodes under `videos` or `gifs`. */
function findVideo(outputs: z.output<typeof entry>['outputs']): SavedFile | null {
  const files = Object.values(outputs).flatMap((output) =>
    ['videos', 'images', 'gifs'].flatMap((key) => z.array(savedFile).safeParse(output[key]).data ?? []),
  )
  const videos = files.filter(({ filename }) => VIDEO_NAME.test(filename))
  return videos.find(({ type }) => type === 'output') ?? videos[0] ?? null
}

const refused = z.looseObject({
  error: z.union([z.string(), z.looseObject({ type: z.string().catch(''), message: z.string().catch('') })]),
  node_errors: z.record(z.string(), z.unknown()).catch({}),
})
const nodeError = z.looseObject({
  class_type: z.string().catch(''),
  errors: z.array(z.looseObject({ message: z.string().catch(''), details: z.string().catch('') })).catch([]),
})

export function readRefusal(body: unknown): string | null {
  const parsed = refused.safeParse(body)
  if (!parsed.success) return null
  const { error, node_errors } = parsed.data
  const nodes = Object.entries(node_errors).flatMap(([id, value]) => {
    const { class_type = '', errors = [] } = nodeError.safeParse(value).data ?? {}
    return errors.map(({ message, details }) => `node ${id} (${class_type}): ${message} ${details}`.trim())
  })
  return [typeof error === 'string' ? error : error.message || error.type, ...nodes].join('; ')
}
