import { describeCause, type Log } from '../../log.ts'
import type { Call } from '../database.ts'
import type { JobRecords, SettledJob } from '../jobs/jobs.ts'
import type { ReceiverNetwork } from './receiver.ts'
import { type MessageDeps, sendMessage } from './send-message.ts'
import { createWebhookRecords, type WebhookRecords } from './webhook-records.ts'

/** An address has one sender at a time, so the slowest seven keep no other waiting. */
const SENDERS = 8
/** Messages of one sweep: each takes CPU time, which a sweep on Deno has two seconds of. */
const SWEEP_MESSAGES = 100
/** No message is begun after this. Each has ten seconds. */
const SWEEP_MS = 20_000
/** A user has five addresses. More are left to the sweep. */
const MESSAGES_AT_ONCE = 5

interface SendDeps extends MessageDeps {
  webhooks: WebhookRecords
  log: Log
}

export interface OutgoingWebhooks {
  webhooks: WebhookRecords
  network: ReceiverNetwork
  /** Sends a user's messages that are due, behind an answer. The sweep sends what this leaves. */
  send: (userId: string) => void
  /** Sends messages that are due until there is none, or the time or the number is used up. */
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
      // Each message brings another sender, so that a sweep without one asks once.
      const addSender = () => {
        if (senders.length < SENDERS) senders.push(sendWhile(takeTurn, null, deps, addSender))
      }
      addSender()
      for (const sender of senders) await sender
    },
  }
}

/** Wraps the records of jobs, so that messages leave right after a settlement. Nobody is asked where none wait. */
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

/** Never rejects: what is not recorded is due again after a minute. */
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
