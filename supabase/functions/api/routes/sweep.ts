import { Hono } from 'hono'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { hasSweepSecret } from '../middleware/sweep-secret.ts'
import type { Parts } from '../parts.ts'
import { sendResponse } from '../response.ts'
import { sweep } from '../services/progress/sweep.ts'

/**
 * Creates the sweep route. The scheduler calls the route every minute with SWEEP_SECRET as `apikey`. Without that
 * setting, every request is refused.
 */
export function createSweepRoutes(parts: Parts) {
  const { KEEP_VIDEOS_DAYS: keepVideosDays, SWEEP_SECRET } = parts.env
  return new Hono<{ Variables: ApiVariables }>().post('/api/jobs/sweep', async (c) => {
    if (!(await hasSweepSecret(c, SWEEP_SECRET))) throw new RequestError(REFUSALS.sweepSecret())
    return sendResponse(c, 'POST /api/jobs/sweep', {
      message: 'Swept.',
      data: await sweep(parts, { ...parts, keepVideosDays }),
    })
  })
}
