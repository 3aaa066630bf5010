import { describeCause, type Log } from '../../log.ts'
import type { Call } from '../database.ts'
import type { JobRecords, SettledJob } from '../jobs/jobs.ts'
import type { ReceiverNetwork } from './receiver.ts'
import { type MessageDeps, sendMessage } from './send-message.ts'
import { createWebhookRecords, type WebhookRecords } from './webhook-records.ts'

/** Each webhook has one sender at a time, so seven slow receivers don't delay the others. */
const SENDERS = 8
/** The maximum messages per sweep. Each takes CPU time, and a sweep on Deno has two seconds of it. */
const SWEEP_MESSAGES = 100
/** No new message starts after this time. Each one can take ten seconds. */
const SWEEP_MS = 20_000
/** A user has at most five webhooks. The sweep sends the remaining messages. */
const MESSAGES_AT_ONCE = 5

interface SendDeps extends MessageDeps {
  webhooks: WebhookRecords
  log: Log
}

export interface OutgoingWebhooks {
  webhooks: WebhookRecords
  network: ReceiverNetwork
  /** Sends a user's waiting messages in the background. The sweep sends the remaining ones. */
  send: (userId: string) => void
  /** Sends waiting messages until none is left, or until the time or message limit is reached. */
  sendDue: () => Promise<void>
}

export function createOutgoingWebhooks({
  call,
  background,
  ...rest
}: MessageDeps & { call: Call; background: (work: Promise<void>) => void }): OutgoingWebhooks {
  const webhooks = createWebhookRecords(call)
  const deps = { ...rest, webhooks }
  return {
    webhooks,
    network: deps.network,
    send(userId) {
      let left = MESSAGES_AT_ONCE
      const takeTurn = () => left-- > 0
      background(sendWhile(takeTurn, userId, deps))
    },
    async sendDue() {
      const end = deps.now().getTime() + SWEEP_MS
      let left = SWEEP_MESSAGES
      const takeTurn = () => left-- > 0 && deps.now().getTime() < end
      const senders: Promise<void>[] = []
      // Each message starts another sender, so a sweep without messages queries only once.
      const addSender = () => {
        if (senders.length < SENDERS) senders.push(sendWhile(takeTurn, null, deps, addSender))
      }
      addSender()
      for (const sender of senders) await sender
    },
  }
}

/** Wraps the job records, so that webhooks are sent right after a job ends. Sends nothing if no message is waiting. */
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

/**
 * Sends messages one after another. Never rejects. A message whose result isn't recorded is sent again after a minute.
 */
async function sendWhile(
  takeTurn: () => boolean,
  userId: string | null,
  deps: SendDeps,
  onTaken: () => void = () => {},
): Promise<void> {
  const { webhooks, log } = deps
  try {
    while (takeTurn()) {
      const delivery = await webhooks.claim(userId)
      if (!delivery) return
      onTaken()
      const { status, fault } = await sendMessage(delivery, deps)
      await webhooks.end(delivery, status, fault)
    }
  } catch (cause) {
    log({ level: 'error', message: 'webhooks not sent', cause: describeCause(cause) })
  }
}
