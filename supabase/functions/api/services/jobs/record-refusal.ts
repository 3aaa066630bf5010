import { describeCause, type Log } from '../../log.ts'
import type { JobRecords } from './jobs.ts'

/** Records that a provider refuses our key or account, which alerts the operator. Never rejects. */
export async function recordRefusal(
  provider: string,
  { jobs, log }: { jobs: Pick<JobRecords, 'recordProviderRefusal'>; log: Log },
): Promise<void> {
  try {
    await jobs.recordProviderRefusal(provider)
  } catch (cause) {
    log({ level: 'warn', message: 'provider rejection not recorded', cause: describeCause(cause) })
  }
}
