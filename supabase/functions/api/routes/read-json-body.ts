import type { Context } from 'hono'
import { RequestError } from '../errors.ts'

/** The JSON body. A form post (which any foreign page can send) and a broken body are refused. */
export async function readJsonBody(c: Context): Promise<unknown> {
  const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
  if (!isJson) throw new RequestError('bad_request', 'The request body must be JSON (content-type: application/json).')
  try {
    return await c.req.json()
  } catch (cause) {
    throw new RequestError('bad_request', 'The request body is not valid JSON.', { cause })
  }
}
