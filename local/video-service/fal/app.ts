// Serves fal's queue API. It uses the same tasks as Pollo's format, under other names.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServiceParts } from '../service-parts.ts'
import type { Task } from '../task-store.ts'
import { FalError } from './errors.ts'
import { createResult, createStatus, getApp, REQUEST_PATH } from './responses.ts'
import { submitRequest } from './submit.ts'

/** Fits nine images of 10 MB as data URIs: a first, a last, and seven references. */
const MAX_BODY_BYTES = 128 * 1024 * 1024
const KEY = /^Key (.+)$/i

export function createFalApp(parts: ServiceParts): Hono {
  const app = new Hono()
  const mount = `${new URL(parts.baseUrl).pathname}/fal/`

  app.use(async (c, next) => {
    const key = KEY.exec(c.req.header('authorization') ?? '')?.[1]?.trim()
    if (!key) throw new FalError(401, 'Authentication is required to access this application')
    if (key !== parts.apiKey) throw new FalError(401, 'No user found for Key ID and Secret')
    await next()
  })

  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new FalError(413, 'Request body is too large')
    },
  })
  app.post('/*', limit, async (c) => submitRequest(parts, c.req.path.slice(mount.length), await c.req.text()))

  app.get('/*', async (c) => {
    const { task, action } = find(c.req.path)
    if (!task) throw new FalError(404, 'Request not found')
    if (action === 'status') {
      const status = createStatus(task, parts)
      return c.json(status, status.status === 'COMPLETED' ? 200 : 202)
    }
    if (action === 'result') return c.json(await createResult(task, parts))
    throw new FalError(404, 'Not Found')
  })

  app.put('/*', async (c) => {
    const { task, action } = find(c.req.path)
    if (action !== 'cancel') throw new FalError(404, 'Not Found')
    if (!task) return c.json({ status: 'NOT_FOUND' }, 404)
    if (task.status !== 'waiting' && task.status !== 'processing') return c.json({ status: 'ALREADY_COMPLETED' }, 400)
    // A render that has started continues. fal doesn't promise to stop it either.
    await parts.runner.stop(task)
    return c.json({ status: 'CANCELLATION_REQUESTED' }, 202)
  })

  app.onError((error, c) => {
    if (error instanceof FalError) return c.json({ detail: error.detail }, error.status)
    console.error('[video stand-in]', error)
    return c.json({ detail: 'Internal Server Error' }, 500)
  })
  return app

  /** Returns the task of a request path, or null if the request belongs to another app. */
  function find(path: string): { task: Task | null; action: string } {
    const [, model = '', id = '', action = 'result'] = REQUEST_PATH.exec(path.slice(mount.length)) ?? []
    const task = parts.store.get(id)
    const isKnown = task && parts.falModels.has(task.model) && getApp(task.model) === getApp(model)
    return { task: isKnown ? task : null, action }
  }
}
