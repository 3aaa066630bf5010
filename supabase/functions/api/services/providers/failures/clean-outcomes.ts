// Cleans every failure before users see it, for all providers.
import type { CreateOutcome, CreateRequest, Refusal, StatusOutcome, VideoProvider } from '../provider.ts'
import { readAccountRefusal, readRefusedOption } from './account-refusal.ts'
import { cleanReason } from './clean-reason.ts'
import { readRefusedContent } from './refused-content.ts'

/**
 * Returns the provider with messages that users may read. Refusals by a safety check, and refusals of our account, get
 * their own codes.
 */
export function cleanOutcomes(provider: VideoProvider): VideoProvider {
  const { create, status } = provider
  return {
    ...provider,
    create: async (request) => cleanCreate(await create(request), request),
    status: async (taskId) => cleanStatus(await status(taskId)),
  }
}

function cleanCreate(outcome: CreateOutcome, request: CreateRequest): CreateOutcome {
  if (outcome.kind !== 'not_created') return outcome
  const { code, reason, cause } = outcome
  // Some providers return 429 for an empty account, where waiting doesn't help.
  if (code === 'provider_busy') {
    return readAccountRefusal(cause, request) === 'account' ? reportRefusedUs('account', cause) : outcome
  }
  if (code !== 'provider_rejected') return outcome
  const refused = readRefusedContent(reason) ?? readRefusedContent(cause)
  if (refused) return { ...outcome, code: 'content_refused', reason: refused }
  const refusal = readAccountRefusal(cause, request)
  if (refusal) return reportRefusedUs(refusal, cause)
  const option = readRefusedOption(cause, request)
  if (!option) return { ...outcome, reason: cleanReason(reason) }
  const article = option === 'aspect ratio' ? 'an' : 'a'
  const ours = `we offer ${article} ${option} that it doesn't take, which is our fault`
  return { ...outcome, reason: ours, refusesUs: 'request' }
}

/** Reports that the provider created nothing, and that neither waiting nor other inputs would help. */
function reportRefusedUs(refusesUs: Refusal, cause: string): CreateOutcome {
  return { kind: 'not_created', code: 'provider_unavailable', reason: '', cause, refusesUs }
}

function cleanStatus(outcome: StatusOutcome): StatusOutcome {
  if (outcome.kind !== 'failed') return outcome
  const { message, cause = message } = outcome
  const refused = outcome.refused ?? readRefusedContent(message)
  return { ...outcome, message: cleanReason(message), cause, ...(refused && { refused }) }
}
