import { z } from 'zod'
import type { RefusedContent } from '../../../_shared/contract/errors.ts'
import { describeCause } from '../../log.ts'
import { quoteResponse } from './failures/clean-reason.ts'
import { cleanText } from './failures/plain-text.ts'
import { isUnreachable, wasNeverSent } from './never-sent.ts'
import type { Cost, CreateOutcome, Refusal, StatusOutcome, VideoProvider } from './provider.ts'
import type { ProviderResponse } from './provider-http.ts'

/** The inputs of a job by the fields of a provider that carry them. */
export type InputFields = Readonly<Record<string, keyof typeof INPUT_NAMES>>

const INPUT_NAMES = { image: 'First frame', lastImage: 'Last frame', references: 'Reference', source: 'Video' }

/** Puts the name of an input before a provider's words about it. `place`: where the fault is, such as `['body', 'image_urls', 1]`. */
export function nameInput(reason: string, place: readonly (string | number)[], fields: InputFields): string {
  const at = place.findIndex((part) => Object.hasOwn(fields, part))
  const input = fields[place[at] ?? '']
  if (!input) return reason
  const index = place[at + 1]
  const number = input === 'references' && typeof index === 'number' ? ` ${index + 1}` : ''
  return `${INPUT_NAMES[input]}${number}: ${reason}`
}

/** The path of a fault in a request. A value of another type counts as an empty path. */
export const faultPath = z.array(z.union([z.string(), z.number()])).catch([])

/** Nothing for what is no amount. */
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

/** Nothing was made, and only the operator can change that. */
export function reportAccountRefusal(refusesUs: Refusal, cause: string): NotCreated {
  return { ...reportUnavailable(cause), refusesUs }
}

/** Returns what these statuses refuse in any format, and null for the others: no prompt and no image causes them. */
function readRefusal(status: number): Refusal | null {
  if (isAccountRefusal(status)) return 'account'
  return [404, 405, 410, 415, 501].includes(status) ? 'request' : null
}

/** The pause in seconds after a 429 that names none. */
const BUSY_SECONDS = 10

/** Says that a status check told nothing, how long to pause when we ask too often, and whether our key or account is refused. */
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

/** Says whom a refused status check concerns. An unknown task is 404 too, so that one says nothing. */
export function reportStatusRefusal(status: number): { refusesUs?: Refusal } {
  const refusesUs = status === 404 || status === 410 ? null : readRefusal(status)
  return refusesUs ? { refusesUs } : {}
}

export function isAccountRefusal(status: number): boolean {
  return status === 401 || status === 402 || status === 403
}

/** Makes outcomes of what a provider's calls reject with: there is no news of a task, and a create may have arrived. */
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
 * Reads an answer in no format of the provider's: a task may exist, unless the status says that nothing was taken. Any server may
 * stand at another address than the provider's own, and none of them charges us, so any refusal of theirs is one: `isOwn`.
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

/** An error that arrives as a success has one of these. */
const ERROR_FIELDS = ['message', 'error', 'detail', 'msg', 'failMsg', 'code']

/** Not JSON means not from the provider: a task may exist. JSON without an error and without a task is another API's. */
export function reportCreateWithoutTask(answer: ProviderResponse): CreateOutcome {
  const { body } = answer
  if (body === undefined) return reportUnreadableCreate(answer)
  const outcome = reportNotCreated('no_task_id', cleanText(JSON.stringify(body)), quoteResponse(body))
  const isError = typeof body === 'object' && body !== null && ERROR_FIELDS.some((name) => name in body)
  return isError ? outcome : { ...outcome, refusesUs: 'request' }
}

/** The provider's safety check refused the request, whatever status it answered with. */
export function reportRefusedContent(refused: RefusedContent, cause: string): NotCreated {
  return reportNotCreated('content_refused', cause, refused)
}

export function reportMissingModel(provider: string, model: string): NotCreated {
  return reportUnavailable(`no ${provider} model for ${model}`)
}

/** Nothing was made, and the user cannot change that. */
export function reportUnavailable(cause: string): NotCreated {
  return reportNotCreated('provider_unavailable', cause)
}
