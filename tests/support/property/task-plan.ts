// Plans a provider's outcome of a task and its times. The create request decides both.
import type { Task as ScriptedTask } from '../../../local/video-service/scripted/service.ts'
import type { Random } from './random.ts'

/** The provider format in which a task was created. */
export type Wire = 'pollo' | 'fal'

/**
 * The end of a task. A `no address` task succeeds, but its file is never named. A `missing file` never exists, a
 * `broken file` ends halfway, and the connection to a `cut off` file always breaks.
 */
type Ending = 'video' | 'failure' | 'no address' | 'missing file' | 'broken file' | 'cut off' | 'never'

interface TaskPlan {
  createdAt: number
  startsAt: number
  endsAt: number
  ending: Ending
  /** When the provider names the file, and when the file exists. A careless provider does both after the task's end. */
  addressAt: number
  fileAt: number
  /** How long the file's host waits before it responds, in milliseconds. */
  slowMs: number
}

export type Task = ScriptedTask & TaskPlan

/**
 * What a careless provider loses in a rush. Lost files cost no bytes, and lost connections cost some bytes at every
 * try.
 */
export type Losses = 'files' | 'connections'

/**
 * The header with the milliseconds that a file's host waits before it responds. They pass on the requesting server's
 * clock.
 */
export const SLOW_HEADER = 'x-slow-ms'

const MINUTE_MS = 60_000
const CAREFUL = { video: 84, failure: 6, 'no address': 3, 'broken file': 4, never: 3 }
const CARELESS = { ...CAREFUL, video: 66, 'missing file': 10, 'cut off': 8 }
const RUSH = {
  none: { video: 95, 'broken file': 5 },
  files: { video: 40, 'no address': 20, 'missing file': 40 },
  connections: { video: 25, 'cut off': 75 },
}

/** Plans a task. `losses` is null for a careful provider. In a rush, all tasks end within a minute. */
export function planTask(
  random: Random,
  now: number,
  { losses, isRush }: { losses: Losses | null; isRush: boolean },
): TaskPlan {
  const [waits, takes] = isRush ? [0.5, 0.5] : [3, 6]
  const isLate = !isRush && random.chance(0.03)
  const startsAt = now + random.next() * waits * MINUTE_MS
  const endsAt = startsAt + (isLate ? random.between(50, 80) : random.next() * takes) * MINUTE_MS
  const delay = () => (losses && random.chance(0.3) ? random.between(4, 120) * 1000 : 0)
  const addressAt = endsAt + delay()
  const endings: Partial<Record<Ending, number>> = isRush ? RUSH[losses ?? 'none'] : losses ? CARELESS : CAREFUL
  return {
    createdAt: now,
    startsAt,
    endsAt,
    ending: random.weighted(endings as Record<Ending, number>),
    addressAt,
    fileAt: addressAt + delay(),
    slowMs: losses && random.chance(0.2) ? random.between(4, 12) * 1000 : 0,
  }
}
