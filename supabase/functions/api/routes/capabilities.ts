import { Hono } from 'hono'
import { sendAnswer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { describeCapabilities } from '../services/capabilities.ts'

export function createCapabilitiesRoutes({ catalogue, env, offers }: Parts) {
  return new Hono().get('/api/capabilities', async (c) => {
    await offers.refresh()
    const data = describeCapabilities(catalogue, offers.list, env.MAX_OPEN_JOBS)
    c.header('cache-control', 'max-age=60')
    return sendAnswer(c, 'GET /api/capabilities', { message: 'Capabilities read.', data })
  })
}
