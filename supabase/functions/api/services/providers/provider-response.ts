import { z } from 'zod'
import type { RefusedContent } from '../../../_shared/contract/errors.ts'
import { describeCause } from '../../log.ts'
import { quoteResponse } from './failures/clean-reason.ts'
import { cleanText } from './failures/plain-text.ts'
import { isUnreachable, wasNeverSent } from './never-sent.ts'
import type { Cost, CreateOutcome, Refusal, StatusOutcome, VideoProvider } from './provider.ts'
import type { ProviderResponse } from './provider-http.ts'

/** A job's inputs, by the provider's field names. */
export type InputFields = Readonly<Record<string, keyof typeof INPUT_NAMES>>

const INPUT_NAMES = {
  image: 'First frame',
  lastImage: 'Last frame',
  references: 'Reference',
  audio: 'Voice',
  source: 'Video',
}

/**
 * Adds an input's name to a provider's message. `place`: the path of the fault, such as `['body', 'image_urls', 1]`.
 */
export function nameInput(reason: string, place: readonly (string | number)[], fields: InputFields): string {
  const at = place.findIndex((part) => Object.hasOwn(fields, part))
  const input = fields[place[at] ?? '']
  if (!input) return reason
  const index = place[at + 1]
  const number = input === 'references' && typeof index === 'number' ? ` ${index + 1}` : ''
  return `${INPUT_NAMES[input]}${number}: ${reason}`
}

/** The path of a fault in a request. An invalid value becomes an empty path. */
export const faultPath = z.array(z.union([z.string(), z.number()])).catch([])

/** Returns an empty object for an invalid amount. */
export function toCost(amount: unknown, unit: Cost['unit']): { cost?: Cost } {
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? { cost: { amount, unit } } : {}
}

type NotCreated = Extract<CreateOutcome, { kind: 'not_created' }>

function reportNotCreated(code: NotCreated['code'], cause: string, reason = ''): NotCreated {
  return { kind: 'not_created', code, reason, cause }
}

export function reportRefusedCreate(
  status: number,
  reason: string,
  cause: string,
  retryAfterSeconds: number | undefined,
): NotCreated {
  if (status === 429 || status >= 500) {
    return {
      ...reportNotCreated('provider_busy', cause),
      ...(status === 429 && retryAfterSeconds !== undefined ? { retryAfterSeconds } : {}),
    }
  }
  if (status === 400 || status === 413 || status === 422) return reportNotCreated('provider_rejected', cause, reason)
  const refusal = readRefusal(status)
  return refusal ? reportAccountRefusal(refusal, cause) : reportUnavailable(cause)
}

/** Reports that the provider created nothing, and only the operator can fix the reason. */
export function reportAccountRefusal(refusesUs: Refusal, cause: string): NotCreated {
  return { ...reportUnavailable(cause), refusesUs }
}

/**
 * Returns the refused part for statuses that mean the same for every provider. No prompt or image causes these.
 * Otherwise returns null.
 */
function readRefusal(status: number): Refusal | null {
  if (isAccountRefusal(status)) return 'account'
  return [404, 405, 410, 415, 501].includes(status) ? 'request' : null
}

/** The pause in seconds after a 429 without Retry-After. */
const BUSY_SECONDS = 10

/**
 * Reports a status check without a result. Includes the pause after a 429, and whether our key or account is refused.
 */
export function reportNoStatus({
  status,
  retryAfter = BUSY_SECONDS,
}: Pick<ProviderResponse, 'status' | 'retryAfter'>): Extract<StatusOutcome, { kind: 'no_news' }> {
  const cause = new Error(`status returned HTTP ${status}`)
  return {
    kind: 'no_news',
    cause,
    ...(status === 429 ? { retryAfterSeconds: retryAfter } : {}),
    ...reportStatusRefusal(status),
  }
}

/** Returns the part that a status check refused. An unknown task also returns 404, so 404 doesn't count. */
export function reportStatusRefusal(status: number): { refusesUs?: Refusal } {
  const refusesUs = status === 404 || status === 410 ? null : readRefusal(status)
  return refusesUs ? { refusesUs } : {}
}

export function isAccountRefusal(status: number): boolean {
  return status === 401 || status === 402 || status === 403
}

/**
 * Converts rejections to outcomes. A failed status check has no result. After a failed create request, a task may
 * exist.
 */
export function catchProviderErrors(provider: VideoProvider): VideoProvider {
  const { create, status, cancel } = provider
  const reportNoNews = (cause: unknown) => ({ kind: 'no_news', cause }) as const
  return {
    ...provider,
    create: (request) => create(request).catch(reportLostCreate),
    status: (taskId) => status(taskId).catch(reportNoNews),
    ...(cancel && { cancel: (taskId: string) => cancel(taskId).catch(reportNoNews) }),
  }
}

function reportLostCreate(cause: unknown): CreateOutcome {
  if (!wasNeverSent(cause)) return { kind: 'unknown', cause }
  const outcome = reportUnavailable(`nothing was sent: ${describeCause(cause)}`)
  return isUnreachable(cause) ? { ...outcome, isUnreachable: true } : outcome
}

/**
 * Reports a response that isn't in the provider's format. A task may exist unless the status means that nothing was
 * accepted.
 * `isOwn`: whether the operator runs the server. Such a server doesn't charge us, so any of its 4xx responses counts as
 * a refusal.
 */
export function reportUnreadableCreate(
  { status, body, isPage }: ProviderResponse,
  { isOwn = false }: { isOwn?: boolean } = {},
): CreateOutcome {
  const said = isPage ? 'with a web page' : body === undefined ? 'without JSON' : quoteResponse(body)
  const cause = `${status} ${said}`
  const refusal = readRefusal(status)
  if (refusal) return reportAccountRefusal(refusal, cause)
  const isRefused = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
  if (isRefused && isOwn) return reportAccountRefusal('request', cause)
  const isForeign = isRefused || (status >= 300 && status < 400) || (isPage && status < 300)
  return {
    kind: 'unknown',
    cause: new Error(`create returned HTTP ${cause}`),
    ...(isForeign ? { refusesUs: 'request' } : {}),
  }
}

/** An error with a success status has one of these fields. */
const ERROR_FIELDS = ['message', 'error', 'detail', 'msg', 'failMsg', 'code']

/**
 * Reports a success response without a task ID. Without JSON, the response isn't from the provider, and a task may
 * exist. JSON without an error or a task comes from a different API.
 */
export function reportCreateWithoutTask(answer: ProviderResponse): CreateOutcome {
  const { body } = answer
  if (body === undefined) return reportUnreadableCreate(answer)
  const outcome = reportNotCreated('no_task_id', cleanText(JSON.stringify(body)), quoteResponse(body))
  const isError = typeof body === 'object' && body !== null && ERROR_FIELDS.some((name) => name in body)
  return isError ? outcome : { ...outcome, refusesUs: 'request' }
}

/** Reports that the provider's safety check refused the request, whatever the HTTP status. */
export function reportRefusedContent(refused: RefusedContent, cause: string): NotCreated {
  return reportNotCreated('content_refused', cause, refused)
}

export function reportMissingModel(provider: string, model: string): NotCreated {
  return reportUnavailable(`no ${provider} model for ${model}`)
}

/** Reports that the provider created nothing, and the user can't fix the reason. */
export function reportUnavailable(cause: string): NotCreated {
  return reportNotCreated('provider_unavailable', cause)
}
