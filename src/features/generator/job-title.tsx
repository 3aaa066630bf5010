import { useEffect } from 'react'
import { useNow } from '@/components/use-now'
import { estimateText, formatElapsed } from '@/lib/estimate'
import type { State } from './machine'
import { MESSAGES } from './messages'

interface JobTitleProps {
  state: State
  /** The page's own title, which comes back afterwards. */
  title: string
}

/** The tab's title tells how the job is doing, for whoever is in another tab. */
export function JobTitle({ state, title }: JobTitleProps) {
  const now = useNow(1000)
  const note = noteOf(state, now)
  useEffect(() => {
    document.title = note ? `${note} · ${title}` : title
    return () => {
      document.title = title
    }
  }, [note, title])
  return null
}

/** Words and minutes: how much of a video is made, nobody knows. */
function noteOf(state: State, now: number): string | null {
  switch (state.status) {
    case 'generating':
      return `▶ ${formatElapsed(now - state.startedAt)} of ${estimateText(state.job.length)}`
    case 'success':
      return MESSAGES.ready
    case 'error':
      return state.failure.message
    case 'idle':
    case 'stopped':
      return null
    default:
      return state satisfies never
  }
}
