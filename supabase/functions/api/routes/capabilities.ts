import { Hono } from 'hono'
import type { Answer, Capabilities } from '../contract.ts'

export function capabilitiesRoutes(data: Capabilities) {
  return new Hono().get('/api/capabilities', (c) => {
    c.header('cache-control', 'max-age=60')
    return c.json({ success: true, message: 'Capabilities read.', data } satisfies Answer<Capabilities>)
  })
}
