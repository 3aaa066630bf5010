import { Hono } from 'hono'
import type { z } from 'zod'
import type { unhealthyResponse } from '../../_shared/contract/server.ts'
import type { ApiVariables } from '../context.ts'
import { describeSettings } from '../env.ts'
import { hasSweepSecret } from '../middleware/sweep-secret.ts'
import type { Parts } from '../parts.ts'
import { sendResponse } from '../response.ts'

/** Creates the `/health` route. Requests with SWEEP_SECRET also receive the settings in use. */
export function createHealthRoutes({ checkDependencies, env, offers, version }: Parts) {
  return new Hono<{ Variables: ApiVariables }>().get('/health', async (c) => {
    const { status, dependencies, sweep, message, causes } = await checkDependencies()
    if (causes.length > 0) c.set('errorCause', causes.join('; '))
    const settings = (await hasSweepSecret(c, env.SWEEP_SECRET)) ? { settings: describeSettings(env) } : {}
    const report = { message, status, version, dependencies, sweep, providers: offers.states(), ...settings }
    if (status !== 'down') return sendResponse(c, 'GET /health', report)
    const unhealthy: z.output<typeof unhealthyResponse> = {
      success: false,
      code: 'unhealthy',
      ...report,
      requestId: c.get('requestId'),
    }
    return c.json(unhealthy, 503)
  })
}
