// Faults that the property must find: each makes a promise untrue. They are planted in the source as a server process reads it. The
// product has no switch for them.

/** `from` stands in the file exactly once. */
export interface SourceEdit {
  /** Below the project's root. */
  file: string
  from: string
  to: string
}

export interface PlantedFault {
  edit: SourceEdit
  /** The run that finds it. */
  seed: number
  operations: number
  /** A part of the failure's text. */
  says: string
}

const PROGRESS = 'supabase/functions/api/services/progress'

export const PLANTED_FAULTS: Record<string, PlantedFault> = {
  'a job that could not be stopped returns its credits, and its video still arrives': {
    edit: {
      file: 'supabase/functions/api/services/jobs/cancel-job.ts',
      from: 'await jobs.finishCancelRequest(job.id, true)',
      to: `await jobs.release(job.id, 'cancelled', 'You canceled this video.')`,
    },
    seed: 2,
    operations: 4000,
    says: 'seed',
  },
  'a failed delivery that moved no bytes uses up the sweep': {
    edit: {
      file: `${PROGRESS}/delivery-turns.ts`,
      from: 'if (bytes > 0) spent += Math.max(bytes, LEAST_BYTES)',
      to: 'spent += bytes > 0 ? Math.max(bytes, LEAST_BYTES) : BYTES',
    },
    seed: 100,
    operations: 40,
    says: '3 sweeps left its good file',
  },
  "one provider's files always come first": {
    edit: {
      file: `${PROGRESS}/delivery-turns.ts`,
      from: 'const busy = new Set(Array.from(running, ({ provider }) => provider))',
      to: `const names = [...running, ...waiting].map(({ provider }) => provider).toSorted()
        const busy = new Set([...names.filter((name) => name !== names[0]), ...Array.from(running, ({ provider }) => provider)])`,
    },
    seed: 103,
    operations: 40,
    says: '3 sweeps left its good file',
  },
  'a finished job without an address ends at once': {
    edit: {
      file: `${PROGRESS}/deliver-video.ts`,
      from: `if (!url) return awaitFile(job, { code: 'no_url', cause: 'success without a URL' }, deps)`,
      to: `if (!url) return { code: 'no_url', cause: 'success without a URL' }`,
    },
    seed: 100,
    operations: 40,
    says: 'its file was not waited for',
  },
}
