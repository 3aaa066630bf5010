import { z } from 'zod'
import type { RefusedContent } from '../../../../../contract/errors.ts'
import { describeCause } from '../../log.ts'
import { quoteAnswer } from './failures/clean-reason.ts'
import { cleanText } from './failures/plain-text.ts'
import { isUnreachable, wasNeverSent } from './never-sent.ts'
import type { Cost, CreateOutcome, StatusOutcome, VideoProvider } from './provider.ts'
import type { ProviderAnswer } from './provider-http.ts'

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
export const faultPlace = z.array(z.union([z.string(), z.number()])).catch([])

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
  // 401 to 404 are about our key, our credit or our path: nothing the user can change.
  const advice = `${cause}: the provider refuses our API key or account: check both, and deploy`
  if (!isAccountRefusal(status)) return reportNotCreated('provider_unavailable', cause)
  return { ...reportNotCreated('provider_unavailable', advice), refusesUs: true }
}

/** The pause in seconds after a 429 that names none. */
const BUSY_SECONDS = 10

/** Says that a status check told nothing, how long to pause when we ask too often, and whether our key or account is refused. */
export function reportNoStatus({
  status,
  retryAfter = BUSY_SECONDS,
}: Pick<ProviderAnswer, 'status' | 'retryAfter'>): Extract<StatusOutcome, { kind: 'no_news' }> {
  const cause = new Error(`status returned HTTP ${status}`)
  return {
    kind: 'no_news',
    cause,
    ...(status === 429 ? { retryAfterSeconds: retryAfter } : {}),
    ...(isAccountRefusal(status) ? { refusesUs: true } : {}),
  }
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

/** An answer in no shape of the provider's: a task may exist, unless it is our key or our account that is refused. */
export function reportUnreadableCreate(status: number, retryAfterSeconds: number | undefined): CreateOutcome {
  if (isAccountRefusal(status)) return reportRefusedCreate(status, '', String(status), retryAfterSeconds)
  return { kind: 'unknown', cause: new Error(`create returned HTTP ${status} in an unknown format`) }
}

/** Not JSON means not from the provider: a task may exist. */
export function reportCreateWithoutTask(status: number, body: unknown): CreateOutcome {
  if (body === undefined) return { kind: 'unknown', cause: new Error(`create returned HTTP ${status} without JSON`) }
  return reportNotCreated('no_task_id', cleanText(JSON.stringify(body)), quoteAnswer(body))
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
