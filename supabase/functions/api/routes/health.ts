import { Hono } from 'hono'
import type { ApiVariables } from '../context.ts'
import type { DependencyReport } from '../services/dependencies.ts'
import { VERSION } from '../version.ts'

/**
 * GET /health: what the API needs, each `ok` or `down`, how the sweep does, and the `version` of the code; 503 when something is
 * down, else 200.
 */
export function healthRoutes(checkDependencies: () => Promise<DependencyReport>) {
  return new Hono<{ Variables: ApiVariables }>().get('/health', async (c) => {
    const { status, dependencies, sweep, message, causes } = await checkDependencies()
    if (status !== 'down') return c.json({ success: true, status, message, version: VERSION, dependencies, sweep })
    c.set('errorCause', causes.join('; '))
    return c.json(
      {
        success: false,
        code: 'unhealthy',
        message,
        status,
        version: VERSION,
        dependencies,
        sweep,
        requestId: c.get('requestId'),
      },
      503,
    )
  })
}
