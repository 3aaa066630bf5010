import { Hono } from 'hono'
import type { Parts } from '../parts.ts'
import { createOpenApiDocument } from '../v1/openapi.ts'

export function createOpenApiRoutes({ env }: Parts) {
  return new Hono().get('/v1/openapi.json', (c) => {
    c.header('cache-control', 'max-age=3600')
    return c.json(createOpenApiDocument(env.PUBLIC_API_URL ?? new URL(c.req.url).origin))
  })
}
