import { Hono } from 'hono'
import type { Parts } from '../parts.ts'
import { sendResponse } from '../response.ts'
import { describeCapabilities } from '../services/capabilities.ts'

export function createCapabilitiesRoutes({ catalogue, env, now, offers, readDurations }: Parts) {
  return new Hono().get('/api/capabilities', async (c) => {
    const [findDuration] = await Promise.all([readDurations(), offers.refresh()])
    const models = describeCapabilities(catalogue, offers.list, env.MAX_OPEN_JOBS, now(), findDuration)
    const data = { ...models, pushKey: env.vapid?.publicKey ?? null }
    c.header('cache-control', 'max-age=60')
    return sendResponse(c, 'GET /api/capabilities', { message: 'Capabilities read.', data })
  })
}
