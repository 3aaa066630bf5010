import { Hono } from 'hono'
import type { Capabilities } from '../../_shared/contract/capabilities.ts'
import { sendAnswer } from '../answer.ts'

export function createCapabilitiesRoutes(describe: () => Promise<Capabilities>) {
  return new Hono().get('/api/capabilities', async (c) => {
    const data = await describe()
    c.header('cache-control', 'max-age=60')
    return sendAnswer(c, 'GET /api/capabilities', { message: 'Capabilities read.', data })
  })
}
