import { Hono } from 'hono'
import { z } from 'zod'
import { MAX_POSTER_BYTES } from '../../_shared/contract/fields.ts'
import { jobLabel, jobsQuery, previewBody } from '../../_shared/contract/jobs.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import { describeCancellation } from '../../_shared/contract/sentences.ts'
import type { ApiVariables } from '../context.ts'
import { createUnknownJobError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { type BodyLimit, readJsonBody } from '../read-json-body.ts'
import { jobSortKey, parseBody, parseQuery, readCursor, writeCursor } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { cancelJob } from '../services/jobs/cancel-job.ts'
import { deleteJob } from '../services/jobs/delete-job.ts'
import { viewHold, viewJob, viewJobs } from '../services/jobs/job-view.ts'
import { readPreview } from '../services/previews/previews.ts'

const PREVIEW_BODY: BodyLimit = {
  maxBytes: Math.ceil(MAX_POSTER_BYTES / 3) * 4 + 2048,
  tooLarge: () => REFUSALS.posterTooLarge(MAX_POSTER_BYTES),
}

export function createJobsRoutes(parts: Parts) {
  const { catalogue, jobs, limits, previews, signedIn } = parts

  /** Returns the position after which a page begins. Null for the first page. */
  async function readPlace({ after, cursor }: z.output<typeof jobsQuery>, userId: string) {
    if (!after) return readCursor(jobSortKey, cursor)
    const job = await jobs.find(after.toLowerCase(), userId)
    if (!job) throw createUnknownJobError()
    return { createdAt: job.created_at, id: job.id }
  }

  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/jobs', signedIn, limits.library, async (c) => {
      const query = parseQuery(jobsQuery, c.req.query())
      const { limit, open, q, model, sound, starred, outcome, sort, source } = query
      const found = await jobs.list(c.get('userId'), {
        open,
        after: await readPlace(query, c.get('userId')),
        isOldestFirst: sort === 'oldest',
        limit: limit + 1,
        search: q,
        model,
        isFailed: outcome === 'failed',
        silent: sound ? catalogue.silent : null,
        isStarred: starred,
        sourceId: source,
      })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const nextCursor = last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null
      const data = { jobs: await viewJobs(page, parts), nextCursor }
      return sendResponse(c, 'GET /api/jobs', { message: 'Jobs read.', data })
    })
    .get('/api/jobs/:id', signedIn, limits.library, async (c) => {
      const job = await jobs.find(readJobId(c.req.param('id')), c.get('userId'))
      if (!job) throw createUnknownJobError()
      return sendResponse(c, 'GET /api/jobs/:id', { message: 'Job read.', data: await viewJob(job, parts) })
    })
    .post('/api/jobs/:id/label', signedIn, limits.library, async (c) => {
      const label = parseBody(jobLabel, await readJsonBody(c))
      const job = await jobs.label(readJobId(c.req.param('id')), c.get('userId'), label)
      if (!job) throw createUnknownJobError()
      return sendResponse(c, 'POST /api/jobs/:id/label', { message: 'Saved.', data: await viewJob(job, parts) })
    })
    .post('/api/jobs/:id/preview', signedIn, limits.previews, async (c) => {
      const body = parseBody(previewBody, await readJsonBody(c, PREVIEW_BODY))
      await previews.save(readJobId(c.req.param('id')), c.get('userId'), readPreview(body))
      return sendResponse(c, 'POST /api/jobs/:id/preview', { message: 'Saved.', data: {} })
    })
    .delete('/api/jobs/:id', signedIn, limits.library, async (c) => {
      const id = readJobId(c.req.param('id'))
      await deleteJob(id, c.get('userId'), parts)
      return sendResponse(c, 'DELETE /api/jobs/:id', { message: 'Deleted.', data: { id } })
    })
    .post('/api/jobs/:id/cancel', signedIn, limits.library, async (c) => {
      const result = await cancelJob(readJobId(c.req.param('id')), c.get('userId'), parts)
      const job = 'job' in result ? await viewJob(result.job, parts) : viewHold(result.hold, parts)
      const { outcome } = result
      return sendResponse(c, 'POST /api/jobs/:id/cancel', {
        message: describeCancellation(outcome, job.credits),
        data: { outcome, job },
      })
    })
}

/** Throws RequestError if the value isn't a valid job ID. */
export function readJobId(given: string): string {
  const id = z.uuid().safeParse(given)
  if (!id.success) throw createUnknownJobError()
  return id.data.toLowerCase()
}
