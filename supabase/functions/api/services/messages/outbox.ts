import { describeCause, type Log } from '../../log.ts'
import type { Call } from '../database.ts'
import type { JobRecords, SettledJob } from '../jobs/jobs.ts'
import { createDeviceRecords, type DeviceRecords } from './device-records.ts'
import { createMessageRecords, type MessageRecords } from './message-records.ts'
import type { ReceiverNetwork } from './receiver.ts'
import { type MessageDeps, sendMessage } from './send-message.ts'
import { createWebhookRecords, type WebhookRecords } from './webhook-records.ts'

/** Each receiver has one sender at a time, so seven slow receivers don't delay the others. */
const SENDERS = 8
/** The maximum messages per sweep. Each takes CPU time, and a sweep on Deno has two seconds of it. */
const SWEEP_MESSAGES = 100
/** No new message starts after this time. Each one can take ten seconds. */
const SWEEP_MS = 20_000
/** A user has at most five webhooks and twenty devices. The sweep sends the remaining messages. */
const MESSAGES_AT_ONCE = 25

interface SendDeps extends MessageDeps {
  messages: MessageRecords
  log: Log
}

export interface Outbox {
  webhooks: WebhookRecords
  devices: DeviceRecords
  network: ReceiverNetwork
  /** Sends a user's waiting messages in the background. The sweep sends the remaining ones. */
  send: (userId: string) => void
  /** Sends waiting messages until none is left, or until the time or message limit is reached. */
  sendDue: () => Promise<void>
}

export function createOutbox({
  call,
  background,
  ...rest
}: MessageDeps & { call: Call; background: (work: Promise<void>) => void }): Outbox {
  const deps = { ...rest, messages: createMessageRecords(call) }
  return {
    webhooks: createWebhookRecords(call),
    devices: createDeviceRecords(call),
    network: deps.network,
    send(userId) {
      let left = MESSAGES_AT_ONCE
      background(sendSideBySide(() => left-- > 0, userId, deps))
    },
    sendDue() {
      const end = deps.now().getTime() + SWEEP_MS
      let left = SWEEP_MESSAGES
      return sendSideBySide(() => left-- > 0 && deps.now().getTime() < end, null, deps)
    },
  }
}

/** Wraps the job records, so that messages are sent right after a job ends. Sends nothing if no message is waiting. */
export function notifyOnJobEnd(jobs: JobRecords, send: (userId: string) => void): JobRecords {
  const tell = <A extends unknown[]>(settle: (...args: A) => Promise<SettledJob>) => {
    return async (...args: A) => {
      const job = await settle(...args)
      if (job.has_messages) send(job.user_id)
      return job
    }
  }
  return { ...jobs, capture: tell(jobs.capture), release: tell(jobs.release) }
}

/** Each message starts another sender, so a call without messages queries only once. Never rejects. */
async function sendSideBySide(takeTurn: () => boolean, userId: string | null, deps: SendDeps): Promise<void> {
  const senders: Promise<void>[] = []
  const addSender = () => {
    if (senders.length < SENDERS) senders.push(sendWhile(takeTurn, userId, deps, addSender))
  }
  addSender()
  for (const sender of senders) await sender
}

/**
 * Sends messages one after another. Never rejects. A message whose result isn't recorded is sent again after a minute.
 */
async function sendWhile(
  takeTurn: () => boolean,
  userId: string | null,
  deps: SendDeps,
  onTaken: () => void,
): Promise<void> {
  const { messages, log } = deps
  try {
    while (takeTurn()) {
      const message = await messages.claim(userId)
      if (!message) return
      onTaken()
      await messages.end(message, await sendMessage(message, deps))
    }
  } catch (cause) {
    log({ level: 'error', message: 'messages not sent', cause: describeCause(cause) })
  }
}
