import { Hono } from 'hono'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { SweepReport } from '../../_shared/contract/server.ts'
import { sendAnswer } from '../answer.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { hasSweepSecret } from '../middleware/sweep-secret.ts'

/** Called every minute by the scheduler, with SWEEP_SECRET as `apikey`. Off without a secret. */
export function createSweepRoutes(secret: string, run: () => Promise<SweepReport>) {
  return new Hono<{ Variables: ApiVariables }>().post('/api/jobs/sweep', async (c) => {
    if (!(await hasSweepSecret(c, secret))) throw new RequestError(REFUSALS.sweepSecret())
    return sendAnswer(c, 'POST /api/jobs/sweep', { message: 'Swept.', data: await run() })
  })
}
