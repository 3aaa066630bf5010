// An API that sends messages to a receiver on real HTTP.
import { beforeEach } from 'vitest'
import type { ReceiverNetwork } from '../../../supabase/functions/api/services/messages/receiver.ts'
import { type Interceptor, startApi } from '../../harness/api.ts'
import { createUser, signLongToken } from '../../harness/database.ts'
import { sql, supabase } from '../server/suite.ts'
import { openReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** Opens a receiver for a test file. Each test begins without any webhooks. */
export function openEmptyReceiver(): WebhookReceiver {
  beforeEach(() => sql('delete from private.receivers'))
  return openReceiver()
}

/** A network in which `*.example` resolves to a public address, and `*.test` also to an internal one. */
const NETWORK: Omit<ReceiverNetwork, 'at'> = {
  async resolve(hostname) {
    if (hostname.endsWith('.example')) return ['93.184.215.14']
    if (hostname.endsWith('.test')) return ['93.184.215.14', '10.0.0.7']
    throw new Error('no such name')
  },
  isOwn: false,
}

export interface StartOptions {
  intercept?: Interceptor
  network?: Omit<ReceiverNetwork, 'at'>
  settings?: Record<string, string>
}

/** Creates a user, and an API whose requests to `*.example` reach the receiver. */
export async function startWebhookApi(
  receiver: WebhookReceiver,
  { intercept, network = NETWORK, settings = {} }: StartOptions = {},
) {
  const reach: Interceptor = async (request, send) => {
    const { hostname, pathname } = new URL(request.url)
    if (!hostname.endsWith('.example')) return send(request)
    const { method, headers, signal, redirect } = request
    const body = await request.arrayBuffer()
    return fetch(`http://127.0.0.1:${receiver.port}${pathname}`, { method, headers, body, signal, redirect })
  }
  const api = startApi(
    supabase,
    settings,
    intercept ? (request, send) => intercept(request, (passed) => reach(passed, send)) : reach,
    { network },
  )
  const { id: userId, email } = await createUser(supabase, 100)
  const user = { id: userId, email, token: await signLongToken(userId) }
  const { request, create, status, provider, waitUntilIdle } = api
  const add = async (url = 'https://hooks.example/jobs', owner = user) => {
    const { body } = await request('POST', '/api/webhooks', owner, { url })
    return { id: body.data?.webhook.id as string, secret: body.data?.secret as string, body }
  }
  /** Ends a job with a video, and waits until its messages are sent or have failed. */
  const finish = async (job: string, over: Record<string, unknown> = {}) => {
    await create(user, job, over)
    provider.finish()
    await status(user, job)
    await waitUntilIdle()
  }
  const listDeliveries = async (id: string) =>
    (await request('GET', `/api/webhooks/${id}/deliveries`, user)).body.data.deliveries
  return { ...api, user, add, finish, listDeliveries }
}
