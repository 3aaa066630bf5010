import { DRAWN_AS, MADE_BY, MAX_SHARES, SHARED_ADDRESS_SECONDS, type Share } from '@contract/shares'
import { isRefusedAs } from '@/lib/http/api-error'
import type { SucceededJob } from '@/state/jobs/job'

export const SHARE_TEXT = {
  title: 'Share this video',
  loading: 'Loading links…',
  failed: "We couldn't load this video's links.",
  blocked: 'The administrator disabled sharing for this video. You can still watch and download it.',
  offline: "You're offline. You can create and revoke links when you're back online.",
  signedOut: 'Sign in again to share this video.',
  full: `This video has ${MAX_SHARES} links. Revoke one to create another.`,
  ready: 'Your link is ready',
  once: "Copy it now. We don't keep the link, so we can't show it again.",
  links: 'Links that work',
  none: 'No links yet.',
  revoked: 'Link revoked.',
  delay: `A revoked link stops working. Someone who has it open may play the video for up to ${SHARED_ADDRESS_SECONDS / 60} minutes more.`,
  revokeFailed: "We couldn't revoke the link, so it may still work. Check your connection and try again.",
} as const

export function describeSharing({ videoMark, modelName }: Pick<SucceededJob, 'videoMark' | 'modelName'>): string {
  const origin = videoMark === 'algorithm' ? DRAWN_AS : MADE_BY
  return `Anyone with the link can watch the video, without signing in. The page says: ${origin} ${modelName}.`
}

/** The lifetimes that the contract allows. */
export const DAYS: readonly (readonly [days: 1 | 7 | 30 | 90 | 365, name: string])[] = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
]

export function describeCreateFailure(error: unknown): string {
  if (isRefusedAs(error, 'sharing_blocked')) return SHARE_TEXT.blocked
  if (isRefusedAs(error, 'too_many_shares')) return SHARE_TEXT.full
  if (isRefusedAs(error, 'unauthorized')) return SHARE_TEXT.signedOut
  if (isRefusedAs(error, 'not_found')) return 'This video was deleted on another device, so it has no links.'
  if (isRefusedAs(error, 'too_many_requests')) return 'Too many links in one minute. Wait a minute and try again.'
  if (isRefusedAs(error, 'storage_unavailable')) return "We can't open the video right now. Try again in a moment."
  return "We couldn't create the link. Check your connection and try again."
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export const formatDay = (iso: string) => dayFormat.format(new Date(iso))

/** Returns a link's number of views, and the time of the last one. */
export function describeViews({ views, lastViewedAt }: Pick<Share, 'views' | 'lastViewedAt'>): string {
  if (views === 0) return 'Not viewed yet'
  const count = views === 1 ? '1 view' : `${views.toLocaleString('en')} views`
  return lastViewedAt ? `${count}, last on ${timeFormat.format(new Date(lastViewedAt))}` : count
}

/** Returns a note about a link's options. Null if the link shows only the video. */
export function describeExtras({ showsPrompt, isIndexed }: Pick<Share, 'showsPrompt' | 'isIndexed'>): string | null {
  const extras = [...(showsPrompt ? ['shows the prompt'] : []), ...(isIndexed ? ['search engines may list it'] : [])]
  const text = extras.join(', ')
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : null
}
