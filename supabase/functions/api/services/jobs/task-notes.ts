// Stores task IDs in memory until the database accepts them. The provider bills these tasks, so each poll and each
// sweep retries.
import { describeCause, type Log } from '../../log.ts'
import type { JobRecords } from './jobs.ts'

const NOTE_ATTEMPTS = 3
const NOTE_INTERVAL_MS = 1000
/** The maximum time that a job stays open. After that, its credits are returned. */
const KEEP_MS = 60 * 60_000

export interface TaskNotesDeps {
  jobs: Pick<JobRecords, 'recordProviderTask' | 'release'>
  sleep: (ms: number) => Promise<void>
  now: () => Date
  log: Log
}

export interface TaskNotes {
  /**
   * Stores a task ID. `kept`: not stored yet, and retried later. `repeated`: another job has this ID, so this job
   * failed and its credits were returned.
   */
  note(jobId: string, taskId: string): Promise<'noted' | 'kept' | 'repeated'>
  /** Never throws. */
  retry(): Promise<void>
}

export function createTaskNotes({ jobs, sleep, now, log }: TaskNotesDeps): TaskNotes {
  const kept = new Map<string, { taskId: string; until: number }>()
  let retrying: Promise<unknown> | null = null

  async function record(jobId: string, taskId: string): Promise<'noted' | 'kept' | 'repeated'> {
    try {
      const isOwn = await jobs.recordProviderTask(jobId, taskId)
      if (!isOwn) {
        log({ level: 'error', message: 'provider returned the task ID of another job', jobId, cause: `task ${taskId}` })
        // Either job could belong to this task, so the later one fails.
        await jobs.release(jobId, 'no_task_id')
      }
      kept.delete(jobId)
      return isOwn ? 'noted' : 'repeated'
    } catch (error) {
      const cause = `task ${taskId}: ${describeCause(error)}`
      log({ level: 'error', message: 'provider task not recorded', jobId, cause })
      return 'kept'
    }
  }

  return {
    async note(jobId, taskId) {
      for (let attempt = 1; attempt <= NOTE_ATTEMPTS; attempt += 1) {
        if (attempt > 1) await sleep(NOTE_INTERVAL_MS)
        const outcome = await record(jobId, taskId)
        if (outcome !== 'kept') return outcome
      }
      kept.set(jobId, { taskId, until: now().getTime() + KEEP_MS })
      return 'kept'
    },
    async retry() {
      for (const [jobId, { until }] of kept) if (until < now().getTime()) kept.delete(jobId)
      // Runs in parallel, so that one failing record doesn't delay the others. Concurrent polls share one attempt.
      retrying ??= Promise.all([...kept].map(([jobId, { taskId }]) => record(jobId, taskId))).finally(() => {
        retrying = null
      })
      await retrying
    },
  }
}
