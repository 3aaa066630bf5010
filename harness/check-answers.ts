import { deepStrictEqual } from 'node:assert'
import type { Hono } from 'hono'
import { z } from 'zod'
import { refusal } from '../contract/errors.ts'
import { mcpAnswer } from '../contract/mcp.ts'
import { ANSWERS } from '../contract/routes.ts'
import { unhealthyAnswer } from '../contract/server.ts'

const ROUTES = Object.entries(ANSWERS).map(([route, schema]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`), schema: schema as z.ZodType }
})

/** The routes with refusals of their own. */
const REFUSED: Record<string, z.ZodType> = { '/health': unhealthyAnswer, '/mcp': z.union([refusal, mcpAnswer]) }

/** Holds every JSON answer of the API against the contract, to the letter: nothing is missing, added or of another kind. */
export function checkAnswers<T extends Pick<Hono, 'request'>>(app: T): T {
  const { request } = app
  app.request = async (...args) => {
    const response = await request.apply(app, args)
    const [input, init] = args
    const { url, method } = input instanceof Request ? input : { url: String(input), method: init?.method ?? 'GET' }
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const body: unknown = await response.clone().json()
      checkAnswer(method, new URL(url, 'http://api.test').pathname, response.ok, body)
    }
    return response
  }
  return app
}

function checkAnswer(method: string, path: string, isOk: boolean, body: unknown): void {
  const route = ROUTES.find((one) => one.method === method && one.path.test(path))
  const schema = isOk ? route?.schema : (REFUSED[path] ?? refusal)
  const read = schema?.safeParse(body)
  if (!read?.success)
    throw new Error(`${method} ${path} returned a response that breaks the contract`, { cause: read?.error })
  // A fallback or a dropped field makes a difference.
  deepStrictEqual(read.data, body, `${method} ${path} has answered more or less than the contract says`)
}
