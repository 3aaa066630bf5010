import { Hono } from 'hono'
import { decode } from 'hono/jwt'
import { decodeBase64Url } from 'hono/utils/encode'
import { z } from 'zod'
import { MAX_DEVICES, MAX_ENDPOINT_CHARACTERS, saveDeviceBody } from '../../_shared/contract/messages.ts'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody } from '../requests.ts'
import { sendResponse } from '../response.ts'
import { viewDevice } from '../services/messages/device-records.ts'
import { findReceiver } from '../services/messages/receiver.ts'

const MAX_AGENT_CHARACTERS = 500

export function createDevicesRoutes({ env, limits, outbox, signedIn }: Parts) {
  const { devices, network } = outbox
  return new Hono<{ Variables: ApiVariables }>()
    .get('/api/devices', signedIn, limits.manage, async (c) => {
      const rows = await devices.list(c.get('userId'), readSessionId(c.req.header('authorization')))
      return sendResponse(c, 'GET /api/devices', {
        message: 'Devices read.',
        data: { devices: rows.map(viewDevice) },
      })
    })
    .post('/api/devices', signedIn, limits.manage, async (c) => {
      // A server without keys could send the device nothing.
      if (!env.vapid) throw new RequestError(REFUSALS.noAddress())
      const { endpoint, keys, showsPrompt } = parseBody(saveDeviceBody, await readJsonBody(c))
      // The fragment is never sent, so it can't distinguish two devices.
      const url = URL.parse(endpoint)?.href.replace(/#.*/, '') ?? ''
      if (url.length > MAX_ENDPOINT_CHARACTERS || (await findReceiver(url, network)).fault !== null)
        throw new RequestError(REFUSALS.field('endpoint', 'use the https address of a push service on the internet'))
      if (!(await isPoint(keys.p256dh)))
        throw new RequestError(REFUSALS.field('keys.p256dh', 'use an uncompressed P-256 key in base64url'))
      const sessionId = readSessionId(c.req.header('authorization'))
      if (!sessionId) throw new RequestError(REFUSALS.signInFirst())
      const userAgent = c.req.header('user-agent')?.slice(0, MAX_AGENT_CHARACTERS) ?? null
      const device = { sessionId, url, publicKey: keys.p256dh, secret: keys.auth, userAgent, showsPrompt }
      const saved = await devices.save(c.get('userId'), device, MAX_DEVICES)
      if (saved.outcome === 'no_session') throw new RequestError(REFUSALS.signInFirst())
      if (saved.outcome === 'too_many') throw new RequestError(REFUSALS.tooManyDevices(MAX_DEVICES))
      return sendResponse(c, 'POST /api/devices', {
        message: 'Device saved.',
        data: { device: viewDevice(saved.device) },
      })
    })
    .delete('/api/devices/:id', signedIn, limits.manage, async (c) => {
      const id = z.uuid().safeParse(c.req.param('id'))
      if (!id.success || !(await devices.delete(id.data, c.get('userId')))) throw new RequestError(REFUSALS.noDevice())
      return sendResponse(c, 'DELETE /api/devices/:id', { message: 'Device removed.', data: { id: id.data } })
    })
}

/** Reads the session of a verified token. Returns null for a token without one. */
function readSessionId(authorization = ''): string | null {
  const { payload } = decode(authorization.replace(/^Bearer +/i, ''))
  return z.uuid().nullable().catch(null).parse(payload.session_id)
}

/** Returns whether a key is on the curve. Another one would fail with each message. */
async function isPoint(key: string): Promise<boolean> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  return crypto.subtle.importKey('raw', decodeBase64Url(key), curve, false, []).then(
    () => true,
    () => false,
  )
}
