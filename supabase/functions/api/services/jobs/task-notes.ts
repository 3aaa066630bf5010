// Task ids that the database could not store yet, in memory. The provider bills these tasks: each poll and sweep tries again.
import { describeCause, type Log } from '../../log.ts'
import type { JobRecords } from './jobs.ts'

const NOTE_ATTEMPTS = 3
const NOTE_INTERVAL_MS = 1000
/** The time that a job may stay open: after that its credits are back. */
const KEEP_MS = 60 * 60_000

export interface TaskNotesDeps {
  jobs: Pick<JobRecords, 'recordProviderTask' | 'release'>
  sleep: (ms: number) => Promise<void>
  now: () => Date
  log: Log
}

export interface TaskNotes {
  /** `kept`: not stored yet, is retried. `repeated`: another job has the id, and this job's credits are back. */
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
        // It cannot be known which of the two jobs the provider makes, so the later one fails.
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
      // One that is refused again and again holds up no other, and polls at the same time share a try.
      retrying ??= Promise.all([...kept].map(([jobId, { taskId }]) => record(jobId, taskId))).finally(() => {
        retrying = null
      })
      await retrying
    },
  }
}
