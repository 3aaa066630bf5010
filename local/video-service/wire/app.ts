import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createFalApp } from '../fal/app.ts'
import type { ServiceParts } from '../service-parts.ts'
import { serveClip } from './clip-file.ts'
import { createGeneration } from './create-generation.ts'
import { ProviderError } from './errors.ts'
import { statusResponse, wrapSuccess } from './status-response.ts'

/** Two images of 10 MB are 26.8 MB in base64. The rest is for the prompt. */
const MAX_BODY_BYTES = 28 * 1024 * 1024

export function createServiceApp(parts: ServiceParts): Hono {
  const app = new Hono().basePath(new URL(parts.baseUrl).pathname)

  // Direct mode calls the API from any origin, with the key in a header and no cookies.
  const apiCors = cors({
    origin: (origin) => origin || '*',
    allowMethods: ['GET', 'POST', 'OPTIONS'],
    allowHeaders: ['x-api-key', 'content-type'],
    maxAge: 600,
  })
  const fileCors = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'OPTIONS'],
    allowHeaders: ['range', 'if-range'],
    exposeHeaders: ['accept-ranges', 'content-length', 'content-range', 'etag'],
  })
  app.use('/api/*', apiCors)
  app.use('/files/*', fileCors)

  app.use('/api/*', async (c, next) => {
    const key = c.req.header('x-api-key')?.trim()
    if (!key) throw new ProviderError(401, 'UNAUTHORIZED', 'API key is missing')
    // The provider returns the same error for a wrong key as for a wrong path.
    if (key !== parts.apiKey) throw new ProviderError(404, 'NOT_FOUND', 'Not found')
    await next()
  })

  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ProviderError(413, 'PAYLOAD_TOO_LARGE', `The request is larger than ${maxSize} bytes`)
      },
    })

  app.post('/api/platform/:path{.+}', limit(MAX_BODY_BYTES), async (c) =>
    createGeneration(parts, c.req.param('path'), await c.req.text()),
  )

  app.get('/api/platform/generation/:taskId/status', (c) => {
    const task = parts.store.get(c.req.param('taskId'))
    // The provider's format has no status for a canceled task.
    if (!task || task.status === 'stopped') throw new ProviderError(404, 'NOT_FOUND', 'Not found')
    return statusResponse(task, parts.baseUrl, parts.clock())
  })

  // The provider's format has no cancel route. This one is ours.
  app.put('/api/platform/generation/:taskId/cancel', async (c) => {
    const task = parts.store.get(c.req.param('taskId'))
    if (!task) throw new ProviderError(404, 'NOT_FOUND', 'Not found')
    if (task.status !== 'stopped' && !(await parts.runner.stop(task))) {
      throw new ProviderError(409, 'ALREADY_STARTED', 'The task has already started')
    }
    return wrapSuccess({ taskId: task.taskId, status: 'stopped' })
  })

  app.route('/fal', createFalApp(parts))

  app.get('/files/:name', (c) => serveClip(parts.clips, c.req.param('name'), c.req.raw))

  app.notFound((c) => c.json({ message: 'Not found', code: 'NOT_FOUND' }, 404))
  app.onError((error, c) => {
    if (error instanceof ProviderError) return c.json(error.body(), error.status)
    console.error('[video stand-in]', error)
    return c.json({ message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' }, 500)
  })
  return app
}
