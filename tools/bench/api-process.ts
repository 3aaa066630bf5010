// Runs the API in a separate process with the settings of its environment. api.ts starts it.
import process from 'node:process'
import { serve } from '@hono/node-server'
import { createApi } from '../../supabase/functions/api/app.ts'

const app = createApi(process.env, { log: () => {} })
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(port))
