import { createMiddleware } from 'hono/factory'
import { getPath } from 'hono/utils/url'
import type { ApiVariables } from '../context.ts'
import type { Log } from '../log.ts'

export function logRequests(log: Log, now: () => Date) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.header('x-request-id', requestId)
    const started = now().getTime()
    await next()
    const status = c.res.status
    const apiKey = c.get('apiKey')
    log({
      level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
      message: 'request',
      requestId,
      method: c.req.method,
      path: maskLinks(getPath(c.req.raw)),
      status,
      milliseconds: Math.max(0, now().getTime() - started),
      ...(c.get('userId') ? { userId: c.get('userId') } : {}),
      ...(apiKey ? { apiKeyId: apiKey.id } : {}),
      ...(c.get('errorCode') ? { code: c.get('errorCode') } : {}),
      ...(c.get('errorCause') ? { cause: c.get('errorCause') } : {}),
    })
  })
}

/** Masks the tokens of share links, because anyone with a token can open the link. */
function maskLinks(path: string): string {
  return path.replace(/^(\/api\/shared\/)[^/]+/, '$1***')
}
