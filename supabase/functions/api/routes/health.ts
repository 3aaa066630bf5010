import type { SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import type { ApiVariables } from '../app.ts'
import { describeCause } from '../middleware/request-log.ts'

/** GET /health: 200 when the database answers, else 503 that names what is down. */
export function healthRoutes(supabase: SupabaseClient) {
  return new Hono<{ Variables: ApiVariables }>().get('/health', async (c) => {
    const { error } = await supabase.from('generations').select('id').limit(1)
    if (!error) return c.json({ success: true, status: 'ok', database: 'ok' })
    c.set('errorCause', describeCause(error))
    return c.json(
      {
        success: false,
        code: 'database_unavailable',
        message: 'The database does not answer.',
        status: 'down',
        database: 'down',
        requestId: c.get('requestId'),
      },
      503,
    )
  })
}
