// Parses the responses of servers with OpenAI's `/v1/videos`. docs/internals/provider-notes.md lists the servers that
// were checked.
import { z } from 'zod'
import { readEnd } from '../failures/end-words.ts'
import { findRefusedContent } from '../failures/refused-content.ts'
import type { StatusOutcome } from '../provider.ts'
import { faultPath, nameInput, reportStatusRefusal } from '../provider-response.ts'

const sentence = z.string().min(1)

const accepted = z.looseObject({ id: z.string().min(1) })
const video = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  /** The percentage. Some servers always send 0. */
  progress: z.number().positive().max(100).optional().catch(undefined),
  error: z
    .looseObject({ message: z.string().catch(''), code: z.string().catch('') })
    .nullish()
    .catch(null),
})
type Video = z.output<typeof video>

const text = z.string().catch('')

/** An error in FastAPI's format (`detail`) or OpenAI's (`error`). `reason`: for users. `details`: for the operator. */
const refusal = z.union([
  z
    .looseObject({ error: z.looseObject({ message: sentence, type: text, code: text, param: text }) })
    .transform(({ error: { message, type, code, param } }) => ({
      reason: message,
      details: [type, code, message, param && `(${param})`].filter(Boolean).join(' '),
    })),
  z.looseObject({ detail: sentence }).transform(({ detail }) => ({ reason: detail, details: detail })),
  z
    .looseObject({ detail: z.array(z.looseObject({ msg: sentence, type: text, loc: faultPath })).min(1) })
    .transform(({ detail }) => ({
      reason: detail.map(({ msg, loc }) => nameInput(msg, loc, { input_reference: 'image' })).join('; '),
      details: detail.map(({ msg, type, loc }) => `${type} ${msg} (${loc.join('.')})`.trim()).join('; '),
    })),
])

const models = z.looseObject({ data: z.array(z.looseObject({ id: z.string().min(1) })) })

export function readVideoId(body: unknown): string | null {
  return accepted.safeParse(body).data?.id ?? null
}

export function readServerRefusal(body: unknown): z.output<typeof refusal> | null {
  return refusal.safeParse(body).data ?? null
}

/** Returns null if the response isn't a list of models. */
export function readServedModels(body: unknown): string[] | null {
  return models.safeParse(body).data?.data.map(({ id }) => id) ?? null
}

/** The message distinguishes a missing video from an unknown path, because both return 404. */
const IS_MISSING_VIDEO = /\bvideo\b.*\bnot found\b/i

/**
 * Reads the state of a video. vLLM-Omni describes a failed video with an error status. So a body with our video's ID
 * counts, whatever the status.
 */
export function readVideoState(status: number, body: unknown, taskId: string, content: string): StatusOutcome {
  const { data } = video.safeParse(body)
  if (data?.id === taskId && (status < 300 || data.status.toLowerCase() === 'failed')) return readWord(data, content)
  if (status === 404 && IS_MISSING_VIDEO.test(readServerRefusal(body)?.reason ?? '')) return { kind: 'forgotten' }
  const cause = new Error(`status returned HTTP ${status}`)
  // FastAPI's message for an unknown path. Its message for a missing video differs.
  if (status === 404 && (body === undefined || readServerRefusal(body)?.reason === 'Not Found'))
    return { kind: 'no_news', cause, refusesUs: 'request' }
  return { kind: 'no_news', cause, ...reportStatusRefusal(status) }
}

/** OpenAI's own server calls a refusal `moderation_blocked`. */
const IS_REFUSED = /moderation|polic|safety/i

function readWord({ status, progress, error }: Video, content: string): StatusOutcome {
  const end = readEnd(status, 'on the server')
  if (end !== null) {
    const { message = '', code = '' } = error ?? {}
    const refused = IS_REFUSED.test(code) ? { refused: findRefusedContent(message) } : {}
    return { kind: 'failed', message: message || end, cause: `${code} ${message || end}`.trim(), ...refused }
  }
  switch (status.toLowerCase()) {
    case 'queued':
    case 'pending':
      return { kind: 'running', phase: 'waiting' }
    case 'in_progress':
    case 'processing':
      return { kind: 'running', phase: 'processing', ...(progress && { progress: progress / 100 }) }
    case 'completed':
      return { kind: 'succeeded', url: content }
    default:
      return { kind: 'running', phase: 'processing', unknownWord: status }
  }
}

const deleted = z.union([z.looseObject({ deleted: z.literal(true) }), z.looseObject({ status: z.literal('deleted') })])

/** Returns whether the server confirmed the deletion of the video. */
export function isDeleted(body: unknown): boolean {
  return deleted.safeParse(body).success
}
