import { Hono } from 'hono'
import type { ApiVariables } from '../app.ts'
import type { DependencyReport } from '../services/dependencies.ts'

/** GET /health: what the API needs, each `ok` or `down`; 200 when all is well, else 503. */
export function healthRoutes(checkDependencies: () => Promise<DependencyReport>) {
  return new Hono<{ Variables: ApiVariables }>().get('/health', async (c) => {
    const { dependencies, message, causes } = await checkDependencies()
    if (causes.length === 0) return c.json({ success: true, status: 'ok', dependencies })
    c.set('errorCause', causes.join('; '))
    return c.json(
      { success: false, code: 'unhealthy', message, status: 'down', dependencies, requestId: c.get('requestId') },
      503,
    )
  })
}
