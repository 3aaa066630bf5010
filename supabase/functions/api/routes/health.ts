import { Hono } from 'hono'
import type { ApiVariables } from '../app.ts'
import type { DependencyReport } from '../services/dependencies.ts'
import { VERSION } from '../version.ts'

/** GET /health: what the API needs, each `ok` or `down`, and the `version` of the code; 200 when all is well, else 503. */
export function healthRoutes(checkDependencies: () => Promise<DependencyReport>) {
  return new Hono<{ Variables: ApiVariables }>().get('/health', async (c) => {
    const { dependencies, message, causes } = await checkDependencies()
    if (causes.length === 0) return c.json({ success: true, status: 'ok', version: VERSION, dependencies })
    c.set('errorCause', causes.join('; '))
    return c.json(
      {
        success: false,
        code: 'unhealthy',
        message,
        status: 'down',
        version: VERSION,
        dependencies,
        requestId: c.get('requestId'),
      },
      503,
    )
  })
}
