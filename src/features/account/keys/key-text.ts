import { type ApiKey, KEY_PREFIX, MAX_KEY_LIMIT, MAX_KEYS } from '@contract/keys'
import { formatDate } from '@/lib/format-date'
import { isRefusedAs } from '@/lib/http/api-error'

export const KEY_TEXT = {
  loading: 'Loading API keys…',
  failed: "We couldn't load your API keys. They still work.",
  signedOut: 'Sign in again to see your API keys.',
  offline: "You're offline. You can create and revoke keys when you're back online.",
  none: 'No keys yet',
  noneHint:
    'Create one for each program or AI agent. It can read your videos. If you allow it, it can also generate some, up to a daily limit of credits.',
  full: `You have ${MAX_KEYS} keys. Revoke one to create another.`,

  create: 'Create an API key',
  nameHint: 'Where you will use it, such as “Laptop”.',
  nameMissing: 'Enter a name.',
  limitHint: 'Credits per UTC day. Whoever has the key can spend this much, and no more.',
  limitWrong: `Enter a whole number from 1 to ${MAX_KEY_LIMIT.toLocaleString('en')}.`,
  ready: 'Your key is ready',
  once: "Copy it now. You won't see it again: we keep only its fingerprint.",

  revoked: 'Key revoked.',
  removed: 'Key removed.',
  revokeFailed: "We couldn't revoke the key, so it may still work. Check your connection and try again.",
  revokeConsequence: 'Every program that uses this key stops working at once. Videos in progress continue.',
  removeConsequence: 'This key has expired, so nothing stops working.',
} as const

/** The scopes, each with a name and a hint for the form. */
export const SCOPES = [
  { scope: 'read', name: 'Read', hint: "See your videos, cast, links, and transactions. It can't spend credits." },
  {
    scope: 'create',
    name: 'Read and create',
    hint: 'Also generate videos with your credits, cancel, rename, and share them, and change your cast.',
  },
] as const satisfies { scope: ApiKey['scope']; name: string; hint: string }[]

/** The lifetimes that the contract allows. */
export const DAYS: readonly (readonly [days: 7 | 30 | 90 | 365, name: string])[] = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
]

/** Returns a key's permissions, and today's spending if the key can spend credits. */
export function describeScope({ scope, dailyLimit, spentToday }: ApiKey): string {
  if (scope === 'read') return 'Read'
  return `Read and create, ${spentToday.toLocaleString('en')} of ${dailyLimit.toLocaleString('en')} credits today`
}

/** Returns a key's label without its secret. */
export const describeSecret = ({ lastFour }: ApiKey) => `${KEY_PREFIX}…${lastFour}`

export function describeUse({ expiresAt, isExpired, lastUsedAt }: ApiKey): string {
  const used = lastUsedAt ? `last used ${formatDate(lastUsedAt)}` : 'not used yet'
  return `${isExpired ? 'Expired' : 'Works until'} ${formatDate(expiresAt)}, ${used}`
}

export function describeCreateFailure(error: unknown): string {
  if (isRefusedAs(error, 'too_many_keys')) return KEY_TEXT.full
  if (isRefusedAs(error, 'unauthorized')) return KEY_TEXT.signedOut
  if (isRefusedAs(error, 'too_many_requests')) return 'Too many keys in one minute. Wait a minute and try again.'
  return "We couldn't create the key. Check your connection and try again."
}
