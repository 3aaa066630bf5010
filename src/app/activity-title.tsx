import { useEffect } from 'react'
import { useNow } from '@/components/hooks/use-now'
import { useStore } from '@/components/hooks/use-store'
import { setTitleNote } from '@/lib/browser/page-title'
import { estimateText, formatElapsed } from '@/lib/estimate'
import { type Activity, activityFor } from '@/state/activity'
import { useServices } from '@/state/services-context'

export function ActivityTitle() {
  const activity = useStore(activityFor(useServices()))
  return activity && <Note activity={activity} />
}

function Note({ activity }: { activity: Activity }) {
  const note = noteOf(activity, useNow(1000))
  useEffect(() => setTitleNote(note), [note])
  useEffect(() => () => setTitleNote(null), [])
  return null
}

/** Time only: nobody knows how much of a video is made. */
function noteOf(activity: Activity, now: number): string {
  if (activity.type === 'ended') return activity.text
  return `▶ ${formatElapsed(now - activity.startedAt)} of ${estimateText(activity.estimate)}`
}
