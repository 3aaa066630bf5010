// Shapes of the servers that speak OpenAI's /v1/videos: docs/internals/provider-notes.md says which were read.
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
  /** Per cent. Servers that don't know it say 0 to the end. */
  progress: z.number().positive().max(100).optional().catch(undefined),
  error: z
    .looseObject({ message: z.string().catch(''), code: z.string().catch('') })
    .nullish()
    .catch(null),
})
type Video = z.output<typeof video>

const text = z.string().catch('')

/** FastAPI's `detail`, and the `error` of OpenAI's API. `reason`: for the user. `details`: for the operator. */
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

/** Returns null for an answer that isn't such a list. */
export function readServedModels(body: unknown): string[] | null {
  return models.safeParse(body).data?.data.map(({ id }) => id) ?? null
}

/** It is said in words: an address that the server doesn't have is 404 too. */
const IS_MISSING_VIDEO = /\bvideo\b.*\bnot found\b/i

/** vLLM-Omni describes a failed video under an error's status, so a body that names our video is believed with any. */
export function readVideoState(status: number, body: unknown, taskId: string, content: string): StatusOutcome {
  const { data } = video.safeParse(body)
  if (data?.id === taskId && (status < 300 || data.status.toLowerCase() === 'failed')) return readWord(data, content)
  if (status === 404 && IS_MISSING_VIDEO.test(readServerRefusal(body)?.reason ?? '')) return { kind: 'forgotten' }
  const cause = new Error(`status returned HTTP ${status}`)
  // FastAPI's words for an address that it doesn't have. For a missing video it has others.
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

/** Tells whether the server says that the video is gone. */
export function isDeleted(body: unknown): boolean {
  return deleted.safeParse(body).success
}
