// Every failure passes here on its way to a user, whichever provider told it.
import type { CreateOutcome, StatusOutcome, VideoProvider } from '../provider.ts'
import { cleanReason } from './clean-reason.ts'
import { readRefusedContent } from './refused-content.ts'

/** Returns the provider with words that a user may read, and with refusals of its safety check named as such. */
export function cleanOutcomes(provider: VideoProvider): VideoProvider {
  const { create, status } = provider
  return {
    ...provider,
    create: async (request) => cleanCreate(await create(request)),
    status: async (taskId) => cleanStatus(await status(taskId)),
  }
}

function cleanCreate(outcome: CreateOutcome): CreateOutcome {
  if (outcome.kind !== 'not_created' || outcome.code !== 'provider_rejected') return outcome
  const refused = readRefusedContent(outcome.reason) ?? readRefusedContent(outcome.cause)
  return refused
    ? { ...outcome, code: 'content_refused', reason: refused }
    : { ...outcome, reason: cleanReason(outcome.reason) }
}

function cleanStatus(outcome: StatusOutcome): StatusOutcome {
  if (outcome.kind !== 'failed') return outcome
  const { message, cause = message } = outcome
  const refused = outcome.refused ?? readRefusedContent(message)
  return { ...outcome, message: cleanReason(message), cause, ...(refused && { refused }) }
}
