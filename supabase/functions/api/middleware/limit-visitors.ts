import { createMiddleware } from 'hono/factory'
import { sha256 } from 'hono/utils/crypto'
import type { ApiVariables } from '../context.ts'
import { readClientAddress } from '../services/admin/client-address.ts'
import type { Call } from '../services/database.ts'
import { consumeRate, type Rate } from './limit-rate.ts'

/** Limits callers without an account by IP address. If the address is unknown, the limit applies to the path. */
export function limitVisitors(call: Call, addressHeader: string, rate: Rate) {
  return createMiddleware<{ Variables: ApiVariables }>(async (c, next) => {
    const address = readClientAddress(c.req.header(addressHeader))
    const who = address === 'unknown' ? String(await sha256(c.req.path)) : address
    await consumeRate(c, call, who, rate)
    await next()
  })
}
