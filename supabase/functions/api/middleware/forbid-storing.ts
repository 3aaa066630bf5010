import { createMiddleware } from 'hono/factory'

/** Forbids caching unless the route sets `cache-control`. Most responses are for one user, and errors are temporary. */
export const forbidStoring = createMiddleware(async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
})
