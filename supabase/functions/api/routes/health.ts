import { Hono } from 'hono'
import type { ApiVariables } from '../context.ts'
import type { DependencyReport } from '../services/dependencies.ts'
import { VERSION } from '../version.ts'

export function healthRoutes(checkDependencies: () => Promise<DependencyReport>) {
  return new Hono<{ Variables: ApiVariables }>().get('/health', async (c) => {
    const { status, dependencies, sweep, message, causes } = await checkDependencies()
    if (causes.length > 0) c.set('errorCause', causes.join('; '))
    if (status !== 'down') return c.json({ success: true, status, message, version: VERSION, dependencies, sweep })
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
