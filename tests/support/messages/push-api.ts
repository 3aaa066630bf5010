// An API that sends notifications to a stand-in push service on real HTTP.
import { randomUUID } from 'node:crypto'
import { signToken, type TestUser } from '../../harness/database.ts'
import { sql } from '../server/suite.ts'
import { Subscription, VAPID } from './push-service.ts'
import { type StartOptions, startWebhookApi } from './webhook-api.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** Signs the user in on another device. */
export async function openSession(user: TestUser): Promise<TestUser & { sessionId: string }> {
  const sessionId = randomUUID()
  await sql('insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())', [
    sessionId,
    user.id,
  ])
  const exp = Math.floor(Date.now() / 1000) + 1000 * 24 * 3600
  return { ...user, sessionId, token: await signToken({ sub: user.id, session_id: sessionId, exp }) }
}

/** Starts an API whose requests to `*.example` reach the push service. */
export async function startPushApi(service: WebhookReceiver, { settings, ...options }: StartOptions = {}) {
  const api = await startWebhookApi(service, { settings: { ...VAPID, ...settings }, ...options })
  const { request } = api
  /** Saves a device of a new session. `owner` then acts on this device. */
  const subscribe = async (over: Record<string, unknown> = {}, user: TestUser = api.user) => {
    const [subscription, owner] = [new Subscription(), await openSession(user)]
    const { status, body } = await request('POST', '/api/devices', owner, { ...subscription.body, ...over })
    return { subscription, owner, status, body, id: body.data?.device.id as string }
  }
  const listDevices = async (owner: TestUser) => (await request('GET', '/api/devices', owner)).body.data.devices
  return { ...api, subscribe, listDevices }
}
