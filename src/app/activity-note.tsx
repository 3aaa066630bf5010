import { useEffect } from 'react'
import { useNow } from '@/components/hooks/use-now'
import { setTitleNote } from '@/lib/browser/page-title'
import { describeEstimate, formatElapsed } from '@/lib/estimate'
import type { Activity } from '@/state/activity'

/** Shows a job's progress before the page title, on every page. */
export function ActivityNote({ activity }: { activity: Activity }) {
  const note = describeActivity(activity, useNow(1000))
  useEffect(() => setTitleNote(note), [note])
  useEffect(() => () => setTitleNote(null), [])
  return null
}

/** Returns the elapsed and estimated time only, because the provider doesn't report a percentage. */
function describeActivity(activity: Activity, now: number): string {
  if (activity.type === 'ended') return activity.text
  const { startedAt, estimateStart, estimate, isQueued } = activity
  const said = describeEstimate('est.', estimate, { elapsedMs: now - estimateStart, isQueued })
  return `▶ ${formatElapsed(now - startedAt)} (${said})`
}
