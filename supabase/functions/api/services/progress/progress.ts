import type { Env } from '../../env.ts'
import { createLooks, type LookDeps } from './claim-looks.ts'
import { type Background, createDeliveries } from './deliveries.ts'
import { createLongPolls } from './long-poll.ts'

type Settings = ReturnType<typeof readProgressSettings>

interface ProgressDeps extends Omit<LookDeps, 'deliver'>, Settings {
  background: Background
}

export function readProgressSettings(env: Env) {
  return {
    lookSeconds: env.VIDEO_LOOK_SECONDS,
    looksPerSecond: env.VIDEO_LOOKS_PER_SECOND,
    /** The longest wait of an answer; 0 answers at once. */
    longPollSeconds: env.LONG_POLL_SECONDS,
  }
}

/** Returns what one server does for the progress of jobs: it delivers, looks at providers, and lets answers wait. */
export function createProgress(deps: ProgressDeps) {
  const deliver = createDeliveries(deps, deps.background)
  const looks = createLooks({ ...deps, deliver })
  return { deliver, looks, longPolls: createLongPolls({ ...deps, looks }) }
}
