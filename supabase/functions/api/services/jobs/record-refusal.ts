import { describeCause, type Log } from '../../log.ts'
import { cleanForOperator } from '../providers/failures/clean-reason.ts'
import type { Refusal } from '../providers/provider.ts'
import type { JobRecords } from './jobs.ts'

/** Advice for the log, shown after the provider's message. */
export const REFUSAL_ADVICE: Record<Refusal, string> = {
  account: 'the provider refuses our API key or account: check both, and deploy',
  request: "the provider refuses our request's address, model, or form: run npm run doctor",
}

interface RefusalToRecord {
  provider: string
  refuses: Refusal
  /** The provider's whole message, without the user's prompt. */
  said: string
}

/** Records that a provider refuses our requests, which alerts the operator. Never rejects. */
export async function recordRefusal(
  { provider, refuses, said }: RefusalToRecord,
  { jobs, log }: { jobs: Pick<JobRecords, 'recordProviderRefusal'>; log: Log },
): Promise<void> {
  try {
    await jobs.recordProviderRefusal(provider, refuses, cleanForOperator(said))
  } catch (cause) {
    log({ level: 'warn', message: 'provider rejection not recorded', cause: describeCause(cause) })
  }
}
