import { Hono } from 'hono'
import type { JobCost } from '../../_shared/contract/admin.ts'
import type { ApiVariables } from '../context.ts'
import { authenticateAdmin } from '../middleware/authenticate-admin.ts'
import type { Parts } from '../parts.ts'
import { sendResponse } from '../response.ts'
import { refuseAdmin } from './admin.ts'

const LATEST = 100

/** Creates the route that lists the latest jobs with a cost reported by the provider. */
export function createAdminCostsRoutes({ adminGuard: guard, jobs: records, nameOf }: Parts) {
  const app = new Hono<{ Variables: ApiVariables }>()
  if (!guard) return app.get('/api/admin/costs', refuseAdmin)
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
