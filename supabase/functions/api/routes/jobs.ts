import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { ApiVariables } from '../context.ts'
import { jobPlace, jobsQuery, parseBody, readCursor, writeCursor } from '../contract.ts'
import { RequestError } from '../errors.ts'
import { type CancelDeps, type CancelResult, cancelJob } from '../services/jobs/cancel-job.ts'
import { type DeleteDeps, deleteJob } from '../services/jobs/delete-job.ts'
import { type JobViewDeps, viewHold, viewJobs } from '../services/jobs/job-view.ts'

type Guard = MiddlewareHandler<{ Variables: ApiVariables }>
type JobsDeps = DeleteDeps & JobViewDeps & CancelDeps

const FILES_UNAVAILABLE = 'Your videos are safe but cannot be opened just now. Try again in a moment.'

/** The library: a user's own jobs, page by page and one by one, their deletion, and stopping an open one. */
export function jobsRoutes(deps: JobsDeps, { signedIn, limitLibrary }: { signedIn: Guard; limitLibrary: Guard }) {
  const { jobs } = deps
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/jobs', signedIn, limitLibrary, async (c) => {
      const { limit, cursor, open } = parseBody(jobsQuery, c.req.query())
      const after = readCursor(jobPlace, cursor)
      // One more than the page holds says whether another page follows.
      const found = await jobs.list(c.get('userId'), { open: open === 'true', after, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const nextCursor = last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null
      const views = await viewJobs(page, deps)
      return c.json({
        success: true,
        message: views.filesUnavailable ? FILES_UNAVAILABLE : 'Jobs read.',
        data: { ...views, nextCursor },
      })
    })
    .get('/api/jobs/:id', signedIn, limitLibrary, async (c) => {
      const job = await jobs.find(jobId(c.req.param('id')), c.get('userId'))
      if (!job) throw notFound()
      const { jobs: views, filesUnavailable } = await viewJobs([job], deps)
      return c.json({ success: true, message: filesUnavailable ? FILES_UNAVAILABLE : 'Job read.', data: views[0] })
    })
    .delete('/api/jobs/:id', signedIn, limitLibrary, async (c) => {
      const id = jobId(c.req.param('id'))
      await deleteJob(id, c.get('userId'), deps)
      return c.json({ success: true, message: 'Deleted.', data: { id } })
    })
    .post('/api/jobs/:id/cancel', signedIn, limitLibrary, async (c) => {
      const result = await cancelJob(jobId(c.req.param('id')), c.get('userId'), deps)
      const job = 'job' in result ? (await viewJobs([result.job], deps)).jobs[0] : viewHold(result.hold)
      const { credits } = 'job' in result ? result.job : result.hold
      return c.json({
        success: true,
        message: sentence(result, credits),
        data: { outcome: result.outcome, credits, job },
      })
    })
}

function sentence({ outcome }: CancelResult, credits: number): string {
  switch (outcome) {
    case 'stopped':
      return `Stopped, ${credits} credits back.`
    case 'too_late':
      return 'Too late to stop, the video is coming.'
    case 'already_finished':
      return 'This job had already ended.'
    default:
      return outcome satisfies never
  }
}

/** What is no uuid names no job. */
function jobId(given: string): string {
  const id = z.uuid().safeParse(given)
  if (!id.success) throw notFound()
  return id.data.toLowerCase()
}

function notFound(): RequestError {
  return new RequestError('not_found', 'There is no such job.')
}
