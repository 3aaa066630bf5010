// Reports jobs on every page. The tab's title shows the progress. A toast announces a job that ends on another page. A
// hidden tab shows a notification.
import { describeStop } from '@contract/sentences'
import { showToast } from '@/components/toast/messages'
import { getVideoPath, paths } from '@/config/paths'
import { isShown } from '@/lib/browser/visibility'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { type Activity, getActivityStore } from '@/state/activity'
import { estimateOf, getCapabilitiesStore, type Offered } from '@/state/capabilities'
import { getEstimateStart, getJobName, isActive, isQueuedAtProvider, type Job } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { getJobStore } from '@/state/jobs/jobs'
import { choosePrimaryJob, getFailure, getPanelStateOf, listShownJobs, type PanelState } from '@/state/jobs/panel'
import { notify } from './notify'

export const getJobActivity = memoizeByKey(followJobs)

function followJobs(services: Services) {
  const jobs = getJobStore(services)
  const activity = getActivityStore(services)
  const capabilities = getCapabilitiesStore(services)
  capabilities.load()
  const isKept = services.videoMode !== 'direct'
  let isOnPage = false
  let seenId: string | null = null
  let before = new Map<string, PanelState>()

  function getActivity(): Activity | null {
    const { jobs: all } = jobs.get()
    const shown = choosePrimaryJob(listShownJobs(jobs.get()))
    if (shown && shown.id !== seenId) return describeActivity(shown, capabilities.get())
    const other = all.find((job) => job.isOurs && isActive(job))
    return describeActivity(other, capabilities.get())
  }

  function onChange() {
    const { jobs: all, shownIds } = jobs.get()
    const known = before
    before = new Map()
    for (const job of all) {
      if (!job.isOurs) continue
      const stage = getPanelStateOf(job)
      const was = known.get(job.id)
      before.set(job.id, stage)
      if (was && was !== stage) announce(job, { isOnPage, isInPanel: shownIds.includes(job.id), isKept })
    }
    setActivity()
  }

  /** Updates the title, unless nothing changed. */
  function setActivity() {
    const [was, now] = [activity.get(), getActivity()]
    if (!isSameActivity(was, now)) activity.set(now)
  }

  jobs.subscribe(onChange)

  return {
    /** Marks the generator as shown. Returns a function that ends this. */
    show(): () => void {
      isOnPage = true
      onChange()
      return () => {
        isOnPage = false
        const shown = choosePrimaryJob(listShownJobs(jobs.get()))
        if (shown && !isActive(shown)) seenId = shown.id
        setActivity()
      }
    },
  }
}

function isSameActivity(was: Activity | null, now: Activity | null): boolean {
  if (was?.type === 'running' && now?.type === 'running') {
    const isSameTime = was.startedAt === now.startedAt && was.estimateStart === now.estimateStart
    return isSameTime && was.estimate === now.estimate && was.isQueued === now.isQueued
  }
  if (was?.type === 'ended' && now?.type === 'ended') return was.text === now.text
  return was === now
}

interface Announcement {
  isOnPage: boolean
  isInPanel: boolean
  /** Whether the library stores the job. */
  isKept: boolean
}

function announce(job: Job, { isOnPage, isInPanel, isKept }: Announcement) {
  const stage = getPanelStateOf(job)
  if (stage === 'success') notify(MESSAGES.ready, { body: job.prompt, id: job.id, isShown: isShown() })
  if (isOnPage && isInPanel) return
  if (stage === 'success') {
    const to = isKept ? getVideoPath(job.id) : paths.createVideo
    showToast({ tone: 'ok', text: MESSAGES.ready, about: getJobName(job), action: { label: 'Show video', to } })
  }
  if (stage === 'stopped') showToast({ tone: 'info', text: describeStop(job.credits) })
  const failure = getFailure(job)
  if (failure) showToast({ tone: 'bad', text: [failure.message, failure.charge].join(' ').trim() })
}

function describeActivity(job: Job | undefined, capabilities: Offered): Activity | null {
  if (!job) return null
  if (isActive(job)) {
    const [estimateStart, isQueued] = [getEstimateStart(job), isQueuedAtProvider(job)]
    const estimate = estimateOf(capabilities, job)
    return { type: 'running', startedAt: job.startedAt, estimateStart, estimate, isQueued }
  }
  if (getPanelStateOf(job) === 'success') return { type: 'ended', text: MESSAGES.ready }
  const failure = getFailure(job)
  return failure && { type: 'ended', text: failure.message }
}
