// The receiver of the operator's alerts, and an API that sends alerts to it.
import { expect } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { type Interceptor, startApi } from '../../harness/api.ts'

export const WEBHOOK = 'https://hooks.test/services/T0/B0/of-the-operator'

interface Message {
  text: string
  content: string
  service: string
  project: string
  alert: string
  status: string
  since: string
  facts: object
}

/** Responds like the operator's receiver. A test can make it refuse or hang. */
export function openAlertReceiver(supabase: LocalSupabase) {
  const messages: Message[] = []
  const receiver = { messages, answer: async (_: AbortSignal): Promise<Response> => new Response('ok') }
  const intercept: Interceptor = async (request, send) => {
    if (!request.url.startsWith('https://hooks.test/')) return send(request)
    expect(request).toMatchObject({ method: 'POST', url: WEBHOOK, redirect: 'manual' })
    expect(request.headers.get('content-type')).toBe('application/json')
    messages.push((await request.json()) as Message)
    return receiver.answer(request.signal)
  }
  const start = (settings: Record<string, string> = {}) =>
    startApi(supabase, { ALERT_WEBHOOK_URL: WEBHOOK, ...settings }, intercept)
  const told = () => messages.map(({ alert, status }) => `${alert} ${status}`)
  return { ...receiver, receiver, start, told }
}

/** Sends a request of any kind, and waits for the work that follows its response. Returns the response's status. */
export async function requestHealth(api: ReturnType<typeof startApi>) {
  const { status } = await api.request('GET', '/api/capabilities', null)
  await api.waitUntilIdle()
  return status
}
