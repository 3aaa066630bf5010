import type { ReportReason, SharedVideo } from '@contract/shares'
import { env } from '@/config/env'
import { getStatus } from './get-status'

export const SHARED_TEXT = {
  untitled: `A video made with ${env.siteName}`,
  description: `A video made with AI, shared from ${env.siteName}.`,
  ai: 'Made with AI',
  drawn: 'Drawn by a program, not by AI',
  missing: 'Video not found',
  missingHint: "This link doesn't exist, or it has expired. Ask the person who sent it for a new one.",
  failed: "We couldn't load this video",
  failedHint: 'Check your connection and try again.',
  busy: 'Too many requests',
  busyHint: 'Wait a minute and try again.',
  broken: "We couldn't play this video. Reload the page to try again.",
  report: 'Report this video',
  reported: 'Thank you. We will look at this video.',
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

/** Returns the known facts of a video, such as its model. */
export function listFacts({ modelName, createdOn, durationSeconds, hasSound }: SharedVideo): [string, string][] {
  const facts: [string, string][] = [['Model', modelName]]
  if (durationSeconds !== null) {
    facts.push(['Length', `${Math.round(durationSeconds * 10) / 10} s${hasSound ? ' with sound' : ''}`])
  }
  const day = new Date(createdOn)
  if (!Number.isNaN(day.getTime())) facts.push(['Created', dayFormat.format(day)])
  return facts
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
