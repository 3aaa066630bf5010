// Faults that the property test must find. Each one breaks a promise. They are planted while a server process loads its
// source, so the product needs no switch for them.

/** A replacement in a source file. `from` occurs exactly once in the file. */
export interface SourceEdit {
  /** The file's path from the project's root. */
  file: string
  from: string
  to: string
}

export interface PlantedFault {
  edit: SourceEdit
  /** The seed of the run that finds the fault. */
  seed: number
  operations: number
  /** A part of the failure's text. */
  says: string
}

const PROGRESS = 'supabase/functions/api/services/progress'

export const PLANTED_FAULTS: Record<string, PlantedFault> = {
  'returns the credits of a job that could not be canceled and still delivers a video': {
    edit: {
      file: 'supabase/functions/api/services/jobs/cancel-job.ts',
      from: 'await jobs.finishCancelRequest(job.id, true)',
      to: `await jobs.release(job.id, 'cancelled', 'You canceled this video.')`,
    },
    // On a busy machine, only a third of the runs with 80 operations found this fault.
    seed: 3,
    operations: 300,
    says: 'its stop was refunded',
  },
  "counts a delivery that moved 0 bytes as the sweep's whole budget": {
    edit: {
      file: `${PROGRESS}/delivery-turns.ts`,
      from: 'if (bytes > 0) spent += Math.max(bytes, LEAST_BYTES)',
      to: 'spent += bytes > 0 ? Math.max(bytes, LEAST_BYTES) : BYTES',
    },
    seed: 100,
    operations: 40,
    says: '3 sweeps left its good file',
  },
  "always delivers one provider's files first": {
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
  'ends a finished job without a file URL at once': {
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
