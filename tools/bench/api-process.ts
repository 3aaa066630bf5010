// The API as a process of its own, with the settings of its environment: started by api.ts.
import process from 'node:process'
import { serve } from '@hono/node-server'
import { createApi } from '../../supabase/functions/api/app.ts'

const app = createApi(process.env, { log: () => {} })
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(port))
