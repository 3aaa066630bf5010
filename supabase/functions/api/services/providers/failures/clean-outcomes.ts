// Every failure passes here on its way to a user, whichever provider told it.
import type { CreateOutcome, CreateRequest, Refusal, StatusOutcome, VideoProvider } from '../provider.ts'
import { readAccountRefusal } from './account-refusal.ts'
import { cleanReason } from './clean-reason.ts'
import { readRefusedContent } from './refused-content.ts'

/** Returns the provider with words that a user may read, and with refusals of its safety check and of us named as such. */
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
  // An empty account is 429 at some, and then no wait helps.
  if (code === 'provider_busy') {
    return readAccountRefusal(cause, request) === 'account' ? reportRefusedUs('account', cause) : outcome
  }
  if (code !== 'provider_rejected') return outcome
  const refused = readRefusedContent(reason) ?? readRefusedContent(cause)
  if (refused) return { ...outcome, code: 'content_refused', reason: refused }
  const refusal = readAccountRefusal(cause, request)
  return refusal ? reportRefusedUs(refusal, cause) : { ...outcome, reason: cleanReason(reason) }
}

/** Nothing was made, and no wait and no other input would change that. */
function reportRefusedUs(refusesUs: Refusal, cause: string): CreateOutcome {
  return { kind: 'not_created', code: 'provider_unavailable', reason: '', cause, refusesUs }
}

function cleanStatus(outcome: StatusOutcome): StatusOutcome {
  if (outcome.kind !== 'failed') return outcome
  const { message, cause = message } = outcome
  const refused = outcome.refused ?? readRefusedContent(message)
  return { ...outcome, message: cleanReason(message), cause, ...(refused && { refused }) }
}
