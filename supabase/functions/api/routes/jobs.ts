import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { jobLabel, jobsQuery } from '../../../../contract/jobs.ts'
import { cancelSentence } from '../../../../contract/sentences.ts'
import { answer } from '../answer.ts'
import type { ApiVariables } from '../context.ts'
import { noSuchJob } from '../errors.ts'
import { readJsonBody } from '../read-json-body.ts'
import { jobPlace, parseBody, parseQuery, readCursor, writeCursor } from '../requests.ts'
import { type CancelDeps, cancelJob } from '../services/jobs/cancel-job.ts'
import { type DeleteDeps, deleteJob } from '../services/jobs/delete-job.ts'
import { type JobViewDeps, viewHold, viewJob, viewJobs } from '../services/jobs/job-view.ts'

type Guard = MiddlewareHandler<{ Variables: ApiVariables }>
type JobsDeps = DeleteDeps & JobViewDeps & CancelDeps

export function jobsRoutes(deps: JobsDeps, { signedIn, limitLibrary }: { signedIn: Guard; limitLibrary: Guard }) {
  const { jobs } = deps
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/jobs', signedIn, limitLibrary, async (c) => {
      const { limit, cursor, open, q, model, sound, starred, outcome } = parseQuery(jobsQuery, c.req.query())
      const found = await jobs.list(c.get('userId'), {
        open,
        after: readCursor(jobPlace, cursor),
        limit: limit + 1,
        search: q,
        model,
        isFailed: outcome === 'failed',
        silent: sound ? deps.catalogue.silent : null,
        isStarred: starred,
      })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const nextCursor = last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null
      const data = { jobs: await viewJobs(page, deps), nextCursor }
      return answer(c, 'GET /api/jobs', { message: 'Jobs read.', data })
    })
    .get('/api/jobs/:id', signedIn, limitLibrary, async (c) => {
      const job = await jobs.find(jobId(c.req.param('id')), c.get('userId'))
      if (!job) throw noSuchJob()
      return answer(c, 'GET /api/jobs/:id', { message: 'Job read.', data: await viewJob(job, deps) })
    })
    .post('/api/jobs/:id/label', signedIn, limitLibrary, async (c) => {
      const label = parseBody(jobLabel, await readJsonBody(c))
      const job = await jobs.label(jobId(c.req.param('id')), c.get('userId'), label)
      if (!job) throw noSuchJob()
      return answer(c, 'POST /api/jobs/:id/label', { message: 'Saved.', data: await viewJob(job, deps) })
    })
    .delete('/api/jobs/:id', signedIn, limitLibrary, async (c) => {
      const id = jobId(c.req.param('id'))
      await deleteJob(id, c.get('userId'), deps)
      return answer(c, 'DELETE /api/jobs/:id', { message: 'Deleted.', data: { id } })
    })
    .post('/api/jobs/:id/cancel', signedIn, limitLibrary, async (c) => {
      const result = await cancelJob(jobId(c.req.param('id')), c.get('userId'), deps)
      const job = 'job' in result ? await viewJob(result.job, deps) : viewHold(result.hold, deps)
      const { outcome } = result
      return answer(c, 'POST /api/jobs/:id/cancel', {
        message: cancelSentence(outcome, job.credits),
        data: { outcome, job },
      })
    })
}

function jobId(given: string): string {
  const id = z.uuid().safeParse(given)
  if (!id.success) throw noSuchJob()
  return id.data.toLowerCase()
}
