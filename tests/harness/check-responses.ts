import { deepStrictEqual } from 'node:assert'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Hono } from 'hono'
import { z } from 'zod'
import { refusal } from '../../supabase/functions/_shared/contract/errors.ts'
import { RESPONSES } from '../../supabase/functions/_shared/contract/routes.ts'
import { mcpResponse, unhealthyResponse } from '../../supabase/functions/_shared/contract/server.ts'
import { createOpenApiDocument } from '../../supabase/functions/api/v1/openapi.ts'
import { findRoute, getOpenApiPath, type Route, V1_ROUTES } from '../../supabase/functions/api/v1/routes.ts'

/** The routes whose error responses have their own shapes. */
const REFUSED: Record<string, z.ZodType> = { '/health': unhealthyResponse, '/mcp': z.union([refusal, mcpResponse]) }

/** Checks every JSON response of the API against the contract. Throws if a field is missing, added, or of another type. */
export function checkResponses<T extends Pick<Hono, 'request'>>(app: T): T {
  const { request } = app
  app.request = async (...args) => {
    const response = await request.apply(app, args)
    const [input, init] = args
    const { url, method } = input instanceof Request ? input : { url: String(input), method: init?.method ?? 'GET' }
    if (method !== 'HEAD' && response.headers.get('content-type')?.startsWith('application/json')) {
      const body: unknown = await response.clone().json()
      checkResponse(method, new URL(url, 'http://api.test').pathname, response.status, body)
    }
    return response
  }
  return app
}

function checkResponse(method: string, path: string, status: number, body: unknown): void {
  const route = findRoute(method, path)
  const isOk = status < 400
  const schema: z.ZodType | null = isOk ? route && RESPONSES[route] : (REFUSED[path] ?? refusal)
  const read = schema?.safeParse(body)
  if (!read?.success)
    throw new Error(`${method} ${path} returned a response that breaks the contract`, { cause: read?.error })
  // Catches fields that the schema dropped and defaults that it added.
  deepStrictEqual(read.data, body, `${method} ${path} has answered more or less than the contract says`)
  if (route && V1_ROUTES[route]) checkDescription(route, status, body)
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const DOCUMENT = 'openapi'

/** Checks a response against the description in /v1/openapi.json, also if the request used an internal path. */
function checkDescription(route: Route, status: number, body: unknown): void {
  if (!ajv.getSchema(DOCUMENT)) ajv.addSchema(createOpenApiDocument('http://api.test'), DOCUMENT)
  const { method, path } = getOpenApiPath(route)
  const place = ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema']
  const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const validate = ajv.getSchema(`${DOCUMENT}#/${encodeURI(pointer)}`)
  if (!validate) throw new Error(`openapi.json doesn't say that ${route} answers ${status}`)
  if (!validate(body)) throw new Error(`${route} ${status}: ${ajv.errorsText(validate.errors)}`)
}
