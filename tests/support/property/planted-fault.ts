// The fault that the property must find: it makes a promise untrue. It is planted in the source as a server process reads it. The
// product has no switch for it.

/** `from` stands in the file exactly once. */
export interface SourceEdit {
  /** Below the project's root. */
  file: string
  from: string
  to: string
}

/** A job that could not be stopped returns its credits, and its video still arrives. */
export const PLANTED_FAULT: SourceEdit = {
  file: 'supabase/functions/api/services/jobs/cancel-job.ts',
  from: 'await jobs.finishCancelRequest(job.id, true)',
  to: `await jobs.release(job.id, 'cancelled', 'You canceled this video.')`,
}
