import { MAX_WEBHOOKS, type WebhookDelivery, type WebhookEvent, type WebhookFault } from '@contract/messages'
import { formatDate } from '@/lib/format-date'
import { isRefusedAs } from '@/lib/http/api-error'

export const WEBHOOK_TEXT = {
  failed: "We couldn't load your webhooks.",
  none: 'No webhooks yet',
  noneHint: 'Add the address of a program of yours that should know when a video is done. You can test it at once.',
  label: 'Server URL',
  full: `You have ${MAX_WEBHOOKS} webhooks. Remove one to add another.`,
  offline: "You're offline. You can change your webhooks when you're back online.",
  ready: 'Your webhook is ready',
  once: "Copy the secret now. We won't show it again. Your server verifies our messages with it.",
  gone: 'Disabled: your server returned 410. Remove this webhook and add it again.',
  removeQuestion: 'Remove this webhook?',
  removeConsequence: 'We stop sending messages to this address. Its secret and its messages are deleted.',
  removeFailed: "We couldn't remove the webhook. Check your connection and try again.",
  removed: 'Webhook removed.',
  messagesFailed: "We couldn't load the messages.",
  noMessages: 'No messages yet. We send one when a video is finished, fails, or is canceled.',
  sendFailed: "We couldn't send the message. Check your connection and try again.",
  sendLimited: 'Too many messages in one minute. Wait a minute and try again.',
} as const

const EVENTS: Record<WebhookEvent, string> = {
  'job.completed': 'Video finished',
  'job.failed': 'Video failed',
  'job.canceled': 'Video canceled',
  test: 'Test',
}

export const describeEvent = (event: WebhookEvent): string => EVENTS[event]

const FAULTS: Record<Exclude<WebhookFault, 'status'>, string> = {
  redirect: "Your server redirected us, and we don't follow redirects.",
  refused_address: "The address is on a private network, so we don't send to it.",
  unknown_host: "We couldn't resolve your server's host name.",
  no_answer: "We couldn't reach your server.",
  timeout: "Your server didn't answer within 10 seconds.",
}

/** Returns a message's state: delivered, pending, or failed with the reason. */
export function describeDelivery({ state, tries, lastStatus, lastFault, triedAt, nextTryAt }: WebhookDelivery): string {
  const count = tries === 1 ? '1 attempt' : `${tries} attempts`
  if (state === 'delivered') return `Delivered ${formatDate(triedAt ?? '')}${tries > 1 ? ` after ${count}` : ''}.`
  const fault = lastFault === 'status' ? `Your server answered ${lastStatus}.` : lastFault ? FAULTS[lastFault] : ''
  if (state === 'failed') return `Not delivered after ${count}. ${fault}`.trim()
  if (tries === 0 || !fault) return 'Sending…'
  return `${fault} Next attempt: ${formatDate(nextTryAt ?? '')}.`
}

export function describeAddFailure(error: unknown): string {
  if (isRefusedAs(error, 'bad_request'))
    return "We can't send to this address. Enter the https address of a server on the internet."
  if (isRefusedAs(error, 'webhook_exists')) return 'You already have a webhook with this address.'
  if (isRefusedAs(error, 'too_many_webhooks')) return WEBHOOK_TEXT.full
  if (isRefusedAs(error, 'too_many_requests')) return 'Too many attempts in one minute. Wait a minute and try again.'
  if (isRefusedAs(error, 'unauthorized')) return 'Sign in again to add a webhook.'
  return "We couldn't add the webhook. Check your connection and try again."
}
