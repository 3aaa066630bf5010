import { createMiddleware } from 'hono/factory'

/** Lets no cache keep an answer, unless its route says otherwise: most answers are for one caller, and a refusal is for one moment. */
export const forbidStoring = createMiddleware(async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
})
