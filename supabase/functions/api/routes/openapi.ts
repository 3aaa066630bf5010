import { Hono } from 'hono'
import { describeApi } from '../v1/openapi.ts'

/** Creates the route that describes /v1. @param apiUrl the API's own public address; by default the one that is called */
export function createOpenApiRoutes(apiUrl?: string) {
  return new Hono().get('/v1/openapi.json', (c) => {
    c.header('cache-control', 'max-age=3600')
    return c.json(describeApi(apiUrl ?? new URL(c.req.url).origin))
  })
}
