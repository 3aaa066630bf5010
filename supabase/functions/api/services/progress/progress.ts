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
    /** The longest wait of an answer; 0 answers at once. */
    longPollSeconds: env.LONG_POLL_SECONDS,
  }
}

/** Returns what one server does for the progress of jobs: it delivers videos, checks providers, and lets answers wait. */
export function createProgress(deps: ProgressDeps) {
  const deliver = createDeliveries(deps, deps.background)
  const statusChecks = createStatusChecks({ ...deps, deliver })
  return { deliver, statusChecks, longPolls: createLongPolls({ ...deps, statusChecks }) }
}
