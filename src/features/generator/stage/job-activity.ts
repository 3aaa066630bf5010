// The machine's state in the words of every page: the tab's title, and a message when a job ends while another page is open.
import { showToast } from '@/components/toast/toast-manager'
import type { Store } from '@/lib/store'
import type { Activity } from '@/state/activity'
import { MESSAGES, stoppedNote } from '@/state/jobs/job-text'
import type { State } from './machine'

export interface JobActivity {
  /** The generator is on the page. Answers what says that it has gone. */
  show(): () => void
}

export function followJob(state: Store<State>, activity: Store<Activity | null>): JobActivity {
  let isShown = false
  state.subscribe(() => {
    const now = state.get()
    activity.set(activityOf(now))
    if (isShown) return
    if (now.status === 'success') showToast({ tone: 'ok', text: MESSAGES.readyElsewhere })
    if (now.status === 'stopped') showToast({ tone: 'info', text: stoppedNote(now.credits) })
    if (now.status === 'error')
      showToast({ tone: 'bad', text: [now.failure.message, now.failure.charge].join(' ').trim() })
  })
  return {
    show() {
      isShown = true
      activity.set(activityOf(state.get()))
      return () => {
        isShown = false
        // What has ended was seen.
        if (state.get().status !== 'generating') activity.set(null)
      }
    },
  }
}

function activityOf(state: State): Activity | null {
  switch (state.status) {
    case 'generating':
      return { type: 'running', startedAt: state.startedAt, length: state.job.length }
    case 'success':
      return { type: 'ended', text: MESSAGES.ready }
    case 'error':
      return { type: 'ended', text: state.failure.message }
    case 'idle':
    case 'stopped':
      return null
    default:
      return state satisfies never
  }
}
