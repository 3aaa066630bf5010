import { DRAWN_AS, MADE_BY, type ReportReason, type SharedVideo } from '@contract/shares'
import { env } from '@/config/env'
import { getStatus } from './get-status'

export const SHARED_TEXT = {
  untitled: `A video made with ${env.siteName}`,
  description: `A video made with AI, shared from ${env.siteName}.`,
  broken: "We couldn't play this video. Reload the page to try again.",
  report: 'Report this video',
  noForm: "We couldn't load the form. Check your connection.",
  reported: 'Thank you. We will look at this video.',
} as const

/** The sentences that the page shows instead of a video. */
export const NOTICES = {
  /** The API has one answer for all links that don't work, so that a link tells nothing about its owner. */
  missing: {
    title: 'Video not found',
    hint: "This link doesn't exist, has expired, or was revoked, or its video is gone. Ask the person who sent it for a new one.",
  },
  cut: {
    title: "This link isn't complete",
    hint: 'The address was cut or changed on its way. Copy the whole link and open it again.',
  },
  ended: {
    title: 'This link has ended',
    hint: 'It stopped working while this page was open. Ask the person who sent it for a new one.',
  },
  gone: {
    title: "We can't open this video",
    hint: "The link works, but the video's file isn't available right now. Try again in a moment.",
    canRetry: true,
  },
  failed: {
    title: "We couldn't load this video",
    hint: 'Check your connection and try again.',
    canRetry: true,
  },
  busy: { title: 'Too many requests', hint: 'Wait a minute and try again.', canRetry: true },
} as const

export const REASONS: Readonly<Record<ReportReason, string>> = {
  consent: "It shows someone who didn't agree to it",
  sexual: 'Sexual content',
  violence: 'Violence or hatred',
  deception: 'It presents something invented as real',
  copyright: 'It copies a work or a brand',
  other: 'Something else',
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns how a video was made, its form, and its day, such as 'Made with AI by Veo 3. 8 s, 16:9, with sound. ...'. */
export function describeMaking({
  mark,
  modelName,
  createdOn,
  durationSeconds,
  aspectRatio,
  hasSound,
}: SharedVideo): string {
  const length = durationSeconds === null ? [] : [`${Math.round(durationSeconds * 10) / 10} s`]
  const form = [...length, aspectRatio, hasSound ? 'with sound' : 'without sound'].join(', ')
  const day = new Date(createdOn)
  const created = Number.isNaN(day.getTime()) ? '' : ` Created ${dayFormat.format(day)}.`
  return `${mark === 'algorithm' ? DRAWN_AS : MADE_BY} ${modelName}. ${form}.${created}`
}

export function describeReportFailure(error: unknown): string {
  switch (getStatus(error)) {
    case 404:
      return 'This link no longer works, so nobody else can open it.'
    case 429:
      return 'You sent several reports in the last minute. Wait a minute and try again.'
    default:
      return "We couldn't send your report. Check your connection and try again."
  }
}
