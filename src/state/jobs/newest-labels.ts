import type { JobLabel, ServerJob } from '@contract/jobs'
import type { JobsApi } from '@/lib/jobs-api'

type Label = Pick<ServerJob, keyof JobLabel>

/** This is built from an object, so that the compiler reports a missing name. */
const NAMES = Object.keys({ title: 0, isStarred: 0 } satisfies Record<keyof Label, 0>) as (keyof Label)[]

const pickLabel = (choose: (name: keyof Label) => Label) =>
  Object.fromEntries(NAMES.map((name) => [name, choose(name)[name]])) as Label

export interface NewestLabels extends JobsApi {
  /** Call this before a request. The returned function corrects the title and the star of a job in the response. */
  begin(): (job: ServerJob) => ServerJob
  /** Call this when another user signs in. */
  clearLabels(): void
}

/**
 * Returns the API with a fix for labels. The response to an earlier request doesn't restore an outdated title or star.
 */
export function preferNewestLabels(jobsApi: JobsApi): NewestLabels {
  /** Counts requests and saves, to compare their order. */
  let now = 0
  const newest = new Map<string, Label & { at: number }>()

  function put(job: ServerJob, at: number, saved: JobLabel = {}): ServerJob {
    const known = newest.get(job.id)
    const isNewer = !known || known.at <= at
    // A field that this request saved is correct, even if the other field is outdated.
    const label = pickLabel((name) => (isNewer || saved[name] !== undefined ? job : known))
    newest.set(job.id, { ...label, at: Math.max(at, known?.at ?? 0) })
    return { ...job, ...label }
  }

  function begin() {
    const at = ++now
    return (job: ServerJob) => put(job, at)
  }

  return {
    ...jobsApi,
    begin,
    async list(options) {
      const keep = begin()
      const page = await jobsApi.list(options)
      return { ...page, jobs: page.jobs.map(keep) }
    },
    async get(jobId) {
      const keep = begin()
      return keep(await jobsApi.get(jobId))
    },
    async cancel(jobId) {
      const keep = begin()
      const { job, ...answer } = await jobsApi.cancel(jobId)
      return { ...answer, job: keep(job) }
    },
    async label(jobId, label) {
      const at = ++now
      const job = put(await jobsApi.label(jobId, label), at, label)
      // A list requested before this response may have been read before the label was saved.
      newest.set(jobId, { ...pickLabel(() => job), at: ++now })
      return job
    },
    clearLabels: () => newest.clear(),
  }
}
