// A vendor's task id that the database could not take yet. The vendor has the job and will charge us for it: an outage now
// must neither lose the id nor be called a failure. Each later poll and sweep of this server tries again.
import { describeCause, type Log } from '../middleware/request-log.ts'
import type { Jobs } from './jobs.ts'

/** How often an id is written down while the person waits, and how long between. */
const NOTE_ATTEMPTS = 3
const NOTE_INTERVAL_MS = 1000
/** As long as a job may stay open: after that its credits are back, and the id says nothing any more. */
const KEEP_MS = 60 * 60_000

export interface TaskNotesDeps {
  jobs: Pick<Jobs, 'recordVendorTask'>
  sleep: (ms: number) => Promise<void>
  now: () => Date
  log: Log
}

export interface TaskNotes {
  /** Whether the id is noted now; otherwise it is kept here, and its line in the log lets a person find the task. */
  note(jobId: string, taskId: string): Promise<boolean>
  /** Tries again what is kept. Never throws. */
  retry(): Promise<void>
}

export function createTaskNotes({ jobs, sleep, now, log }: TaskNotesDeps): TaskNotes {
  const kept = new Map<string, { taskId: string; until: number }>()

  async function record(jobId: string, taskId: string): Promise<boolean> {
    try {
      await jobs.recordVendorTask(jobId, taskId)
      kept.delete(jobId)
      return true
    } catch (error) {
      const cause = `task ${taskId}: ${describeCause(error)}`
      log({ level: 'error', message: 'vendor task not recorded', jobId, cause })
      return false
    }
  }

  return {
    async note(jobId, taskId) {
      for (let attempt = 1; attempt <= NOTE_ATTEMPTS; attempt += 1) {
        if (attempt > 1) await sleep(NOTE_INTERVAL_MS)
        if (await record(jobId, taskId)) return true
      }
      kept.set(jobId, { taskId, until: now().getTime() + KEEP_MS })
      return false
    },
    async retry() {
      for (const [jobId, { taskId, until }] of kept) {
        if (until < now().getTime()) kept.delete(jobId)
        // One refusal is enough: the database is still away.
        else if (!(await record(jobId, taskId))) return
      }
    },
  }
}
