import { z } from 'zod'
import { readEnd } from './failures/end-words.ts'
import { readRefusedContent } from './failures/refused-content.ts'
import type { CancelOutcome, StatusOutcome } from './provider.ts'
import { toCost } from './provider-response.ts'

const envelope = z.looseObject({ data: z.unknown().optional() })
/** An invalid field counts as absent, so that the other fields remain readable. */
const text = z.string().nullish().catch(null)
const generation = z.looseObject({ status: text, url: text, videoUrl: text, failMsg: text })
const statusPayload = generation.extend({
  generations: z.array(generation).nullish().catch(null),
  result: z
    .union([generation, z.array(generation)])
    .nullish()
    .catch(null),
  message: text,
  error: text,
  /** Charged when the task was submitted. */
  credit: z.unknown().optional(),
})
const errorBody = z.looseObject({
  message: z.string().optional(),
  code: z.string().optional(),
  issues: z.array(z.looseObject({ message: z.string() })).optional(),
})

const SUCCEEDED = new Set(['succeed', 'success', 'succeeded', 'complete', 'completed'])
const RUNNING = new Set(['waiting', 'processing', 'pending'])

function unwrap(body: unknown): unknown {
  const parsed = envelope.safeParse(body)
  return parsed.success && typeof parsed.data.data === 'object' && parsed.data.data !== null ? parsed.data.data : body
}

export function readTaskId(body: unknown): string | null {
  const holder = z.looseObject({ taskId: z.string().min(1) }).safeParse(unwrap(body))
  return holder.success ? holder.data.taskId : null
}

/**
 * Returns the message, or an empty string for 'success'. Pollo sends that with failed tasks too, because the request
 * itself succeeded.
 */
const readMessage = (message: string | null | undefined) => (message && !/^success$/i.test(message) ? message : '')

/** Returns whether a status, in any letter case, means failure. */
const isFailed = (word: string | null | undefined) => readEnd(word ?? '', 'at Pollo') !== null
/** Values of `code`, sent instead of a status, that concern the task and not our request. */
const ENDED_CODE = /^(FAILED|BAD_REQUEST)$|POLICY|MODERAT|SENSITIVE|SAFETY/i

/** Reads the status of a task. Unknown statuses count as running, until the deadline ends the job. */
export function readStatus(body: unknown): StatusOutcome {
  const parsed = statusPayload.safeParse(unwrap(body))
  if (!parsed.success) return { kind: 'no_news', cause: parsed.error }
  const payload = parsed.data
  const items = [...(payload.generations ?? []), ...[payload.result ?? []].flat()]
  // A failed item must not hide an item with a video, or one that is still in progress.
  const others = items.filter(({ status }) => !isFailed(status))
  const named = others.find(({ status }) => status)
  const item = others.find(({ url, videoUrl }) => url || videoUrl) ?? named ?? items[0] ?? payload
  const word = (item.status ?? payload.status ?? named?.status ?? '').toLowerCase()
  const cost = toCost(payload.credit, 'credits')
  if (SUCCEEDED.has(word)) return { kind: 'succeeded', url: item.url || item.videoUrl || null, ...cost }
  const end = readEnd(word, 'at Pollo')
  if (end !== null || (word === '' && tellsEnd(body, item.failMsg || payload.error || ''))) {
    return { kind: 'failed', message: item.failMsg || payload.error || end || readMessage(payload.message), ...cost }
  }
  const phase = word === 'waiting' ? 'waiting' : 'processing'
  return RUNNING.has(word) ? { kind: 'running', phase } : { kind: 'running', phase, unknownWord: word }
}

/** Returns whether a response without a status is an error about the task. `reason`: its message about the task. */
function tellsEnd(body: unknown, reason: string): boolean {
  const error = readError(body)
  return (
    reason !== '' || (error !== null && (ENDED_CODE.test(error.code) || readRefusedContent(error.message) !== null))
  )
}

export function readCancel(status: number, body: unknown): CancelOutcome {
  if (status >= 200 && status < 300 && generation.safeParse(unwrap(body)).data?.status === 'stopped')
    return { kind: 'stopped' }
  if (status === 409 && readError(body)) return { kind: 'too_late' }
  return { kind: 'no_news', cause: new Error(`cancel returned HTTP ${status}`) }
}

/** Returns null for any other format, such as a proxy's page or an empty body. */
export function readError(body: unknown): { message: string; code: string; issues: string[] } | null {
  const parsed = errorBody.safeParse(body)
  if (!parsed.success || (!parsed.data.message && !parsed.data.code)) return null
  const { message = '', code = '', issues = [] } = parsed.data
  return { message, code, issues: issues.map((issue) => issue.message) }
}
