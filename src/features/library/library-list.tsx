import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { useToast } from '@/components/toast/use-toast'
import { getRowId, STAGE_ID } from '@/config/paths'
import { listJobs } from '@/state/jobs/job-list'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { LibraryNotice } from './library-notice'
import { LibrarySkeleton } from './library-skeleton'
import { LIBRARY_TEXT } from './library-text'
import { LibraryTitle } from './library-title'
import { isShownAbove } from './shown-above'
import { Statement } from './statement/statement'
import { VIDEO_TEXT } from './video-text'
import type { LibraryProps } from './videos/use-handlers'

const loadVideos = () => import('./videos/videos').then(({ Videos }) => Videos)

/** The signed-in user's library. A user without videos doesn't load the code that shows them. */
export function LibraryList(props: LibraryProps) {
  const actions = useJobActions()
  const { show } = useToast()
  const title = useRef<HTMLHeadingElement>(null)
  /** The job whose row gets the focus, wherever it is in the list. */
  const [wanted, setWanted] = useState<string | null>(null)
  const isEmpty = useJobs(({ jobs, found }) => !found && !jobs.some(({ isListed }) => isListed))
  const { code: Videos, isMissing, retry } = useCode(loadVideos, !isEmpty)
  const focusTitle = useCallback(() => title.current?.focus(), [])

  /** Leads to a job of the statement. One that isn't listed is read and shown alone. */
  async function goTo(jobId: string) {
    if (isShownAbove(actions.get())({ id: jobId })) return document.getElementById(STAGE_ID)?.focus()
    try {
      if (!listJobs(actions.get()).some(({ id }) => id === jobId)) await actions.findOne(jobId)
      setWanted(jobId)
    } catch {
      show({ tone: 'bad', text: VIDEO_TEXT.notFound })
    }
  }

  const location = useLocation()
  const onAddress = useEffectEvent((hash: string) => {
    const [before, jobId] = hash.split(getRowId(''))
    if (before === '#' && jobId) void goTo(jobId)
  })
  useEffect(() => onAddress(location.hash), [location])

  return (
    <>
      <LibraryTitle ref={title} />
      {isEmpty && <LibraryNotice title={LIBRARY_TEXT.empty} hint={LIBRARY_TEXT.emptyHint} />}
      {Videos && <Videos {...props} focusTitle={focusTitle} wanted={wanted} onWanted={setWanted} />}
      {!isEmpty &&
        !Videos &&
        (isMissing ? (
          <LibraryNotice title={LIBRARY_TEXT.failed} hint={LIBRARY_TEXT.failedHint} isAlert>
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          </LibraryNotice>
        ) : (
          <LibrarySkeleton />
        ))}
      <Statement isSettled={isEmpty || Videos !== null} onGoal={goTo} />
    </>
  )
}
