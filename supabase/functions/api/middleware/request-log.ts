import { createMiddleware } from 'hono/factory'
import type { ApiVariables } from '../app.ts'

/** One line per request. There is no field for a token, a body or a prompt, so none can leak. */
export interface LogRecord {
  time: string
  level: 'info' | 'warn' | 'error'
  message: string
  requestId?: string
  method?: string
  path?: string
  status?: number
  milliseconds?: number
  userId?: string
  code?: string
  jobId?: string
  /** Of a delivered video: what passed from the provider to Storage. */
  bytes?: number
  sha256?: string
  cause?: string
}

export type Log = (record: Omit<LogRecord, 'time'>) => void

/** Gives each request an id (also in the answer) and logs how it ended. */
export function requestLog(log: Log, now: () => Date) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.header('x-request-id', requestId)
    const started = now().getTime()
    await next()
    const status = c.res.status
    log({
      level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
      message: 'request',
      requestId,
      method: c.req.method,
      path: c.req.path,
      status,
      milliseconds: now().getTime() - started,
      ...(c.get('userId') ? { userId: c.get('userId') } : {}),
      ...(c.get('errorCode') ? { code: c.get('errorCode') } : {}),
      ...(c.get('errorCause') ? { cause: c.get('errorCause') } : {}),
    })
  })
}

/** An error and what caused it, in one line for the log. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error) : String(error)
  const cause = error.cause === undefined ? '' : ` <- ${describeCause(error.cause)}`
  return `${error.name}: ${error.message}${cause}`
}
