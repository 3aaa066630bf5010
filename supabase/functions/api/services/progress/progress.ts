import type { Env } from '../../env.ts'
import { createStatusChecks, type StatusCheckDeps } from './claim-status-checks.ts'
import { type Background, createDeliveries } from './deliveries.ts'
import { createLongPolls } from './long-poll.ts'

type Settings = ReturnType<typeof readProgressSettings>

interface ProgressDeps extends Omit<StatusCheckDeps, 'deliver'>, Settings {
  background: Background
}

export function readProgressSettings(env: Env) {
  return {
    intervalSeconds: env.VIDEO_STATUS_INTERVAL_SECONDS,
    checksPerSecond: env.VIDEO_STATUS_CHECKS_PER_SECOND,
    /** The maximum seconds that a response waits. With 0, responses don't wait. */
    longPollSeconds: env.LONG_POLL_SECONDS,
  }
}

/** Creates the services that follow jobs in progress: deliveries, status checks, and long polls. */
export function createProgress(deps: ProgressDeps) {
  const deliver = createDeliveries(deps, deps.background)
  const statusChecks = createStatusChecks({ ...deps, deliver })
  return { deliver, statusChecks, longPolls: createLongPolls({ ...deps, statusChecks }) }
}
