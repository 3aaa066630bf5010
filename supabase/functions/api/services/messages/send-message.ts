import { describeCause } from '../../log.ts'
import type { Vapid } from '../../vapid.ts'
import { writeDeviceMessage } from './device-message.ts'
import type { ClaimedMessage, SendResult } from './message-records.ts'
import { findReceiver, type ReceiverNetwork } from './receiver.ts'
import { type WebhookMessageDeps, writeWebhookMessage } from './webhook-message.ts'

const TIMEOUT_MS = 10_000
/** The longest pause that a push service can ask for. A notification that is later than this helps nobody. */
const MAX_WAIT_SECONDS = 12 * 3600

export interface MessageDeps extends WebhookMessageDeps {
  fetch: typeof globalThis.fetch
  network: ReceiverNetwork
  /** Null if the server sends nothing to devices. */
  vapid: Vapid | null
  /** The time limit of a response in milliseconds. Default: 10 seconds. */
  timeoutMs?: number
}

/** Sends a message once, and reads only the status and headers of the response. Doesn't follow redirects. */
export async function sendMessage(message: ClaimedMessage, deps: MessageDeps): Promise<SendResult> {
  const { fetch, network, log, timeoutMs = TIMEOUT_MS } = deps
  const signal = AbortSignal.timeout(timeoutMs)
  const fail = (fault: SendResult['fault']): SendResult => ({ status: null, fault, waitSeconds: null })
  try {
    const receiver = await findReceiver(message.url, network)
    if (receiver.fault) return fail(receiver.fault === 'unknown_host' ? 'unknown_host' : 'refused_address')
    const { headers, body } = await write(message, deps)
    const send = receiver.address === null ? fetch : network.at(receiver.address)
    const response = await send(message.url, { method: 'POST', redirect: 'manual', signal, headers, body })
    // Cancels the body, because a response can be endless.
    void response.body?.cancel().catch(() => undefined)
    return readResponse(message, response, deps)
  } catch (cause) {
    if (message.kind === 'device' && !signal.aborted)
      log({ level: 'warn', message: 'notification not sent', ...getJobId(message), cause: describeCause(cause) })
    return fail(signal.aborted ? 'timeout' : 'no_answer')
  }
}

function write(message: ClaimedMessage, deps: MessageDeps): Promise<{ headers: HeadersInit; body: BodyInit }> {
  const { vapid, catalogue } = deps
  return message.kind === 'device'
    ? writeDeviceMessage(message, { vapid, nameOf: catalogue.nameOf })
    : writeWebhookMessage(message, deps)
}

function readResponse(message: ClaimedMessage, response: Response, { now, log }: MessageDeps): SendResult {
  const { status, ok, headers } = response
  if (ok) return { status, fault: null, waitSeconds: null }
  const fault = status >= 300 && status < 400 ? 'redirect' : 'status'
  if (message.kind === 'webhook') return { status, fault, waitSeconds: null }
  // 404 and 410 say that the browser has unsubscribed. The address is left out: whoever knows it can send to the device.
  if (status !== 404 && status !== 410)
    log({
      level: 'warn',
      message: 'notification refused',
      ...getJobId(message),
      status,
      cause: URL.parse(message.url)?.host ?? '',
    })
  return { status, fault, waitSeconds: readWait(headers.get('retry-after'), now()) }
}

const getJobId = ({ job }: ClaimedMessage) => (job ? { jobId: job.id } : {})

/** Reads a `Retry-After` header: seconds, or a date. Returns null without a valid one. */
function readWait(value: string | null, now: Date): number | null {
  if (!value) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS)
}
