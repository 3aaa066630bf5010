import { Hono } from 'hono'
import type { JobCost, Numbers } from '../../_shared/contract/admin.ts'
import type { ApiVariables } from '../context.ts'
import { authenticateAdmin } from '../middleware/authenticate-admin.ts'
import type { Parts } from '../parts.ts'
import { sendResponse } from '../response.ts'
import { refuseAdmin } from './admin.ts'

const LATEST = 100
const GB = 1e9

/**
 * Creates the routes of the operator's numbers: those of this month and the last one, and the latest jobs with a cost
 * reported by the provider.
 */
export function createAdminNumbersRoutes({ adminGuard: guard, jobs: records, numbers, nameOf, env }: Parts) {
  const app = new Hono<{ Variables: ApiVariables }>()
  if (!guard) return app.get('/api/admin/numbers', refuseAdmin).get('/api/admin/costs', refuseAdmin)
  app.get('/api/admin/numbers', authenticateAdmin(guard), async (c) => {
    const found = await numbers.read()
    const data: Numbers = {
      today: found.today,
      jobs: found.jobs.map(({ day, model, provider, outcome, jobs, charged, returned, cost, cost_unit: unit }) => ({
        day,
        model,
        modelName: nameOf(model),
        provider,
        outcome,
        jobs,
        charged,
        returned,
        cost: unit === '' ? null : { amount: cost, unit },
      })),
      delays: found.delays.map(({ day, seconds }) => ({ day, seconds })),
      grants: found.grants.map(({ day, type, credits }) => ({ day, type, credits })),
      openJobs: found.open_jobs,
      oldestQueuedSeconds: found.oldest_queued_seconds,
      overdueSeconds: found.overdue_seconds,
      stored:
        found.stored_bytes === null || found.counted_on === null
          ? null
          : { bytes: found.stored_bytes, day: found.counted_on },
      storageLimitBytes: env.STORAGE_LIMIT_GB === undefined ? null : env.STORAGE_LIMIT_GB * GB,
      openReports: found.open_reports,
    }
    return sendResponse(c, 'GET /api/admin/numbers', { message: `The numbers of ${found.today}.`, data })
  })
  return app.get('/api/admin/costs', authenticateAdmin(guard), async (c) => {
    const jobs = (await records.listCosts(LATEST)).map(
      (noted): JobCost => ({
        jobId: noted.job_id,
        createdAt: noted.created_at,
        model: noted.model,
        modelName: nameOf(noted.model),
        provider: noted.provider,
        credits: noted.credits,
        settlement: noted.settlement,
        cost: { amount: noted.cost, unit: noted.cost_unit },
      }),
    )
    const message = jobs.length === 1 ? '1 job.' : `${jobs.length} jobs.`
    return sendResponse(c, 'GET /api/admin/costs', { message, data: { jobs } })
  })
}
