import { Hono } from 'hono'
import type { Answer, Capabilities } from '../contract.ts'

export function capabilitiesRoutes(describe: () => Promise<Capabilities>) {
  return new Hono().get('/api/capabilities', async (c) => {
    const data = await describe()
    c.header('cache-control', 'max-age=60')
    return c.json({ success: true, message: 'Capabilities read.', data } satisfies Answer<Capabilities>)
  })
}
