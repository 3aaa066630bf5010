import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useToast } from '@/components/toast/use-toast'
import { paths } from '@/config/paths'
import { onShown } from '@/lib/browser/visibility'
import type { Job } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { DeleteVideo } from './delete-video'
import { fetchImage, lastFrame } from './job-files'
import { LibraryNotice } from './library-notice'
import { LibrarySkeleton } from './library-skeleton'
import { LIBRARY_TEXT } from './library-text'
import { PlayerDialog } from './player-dialog'
import { forgetPoster } from './posters'
import { Statement } from './statement'
import { useRowFocus } from './use-row-focus'
import type { RowHandlers } from './video-actions'
import { VideoRow } from './video-row'

interface LibraryProps {
  /** `image`: an image to start from; null removes the form's. */
  onReuse: (job: Job, image: File | null) => void
  /** `frame`: the last one of the job, as the image of a new one. */
  onContinue: (job: Job, frame: File) => void
}

export function Library({ onReuse, onContinue }: LibraryProps) {
  const { videoMode } = useServices()
  const { userId, jobs: known, list, nextCursor, more, actions } = useJobs()
  const { status, signInCode, isSignedIn, retry } = useSession()
  const { show } = useToast()
  const title = useRef<HTMLHeadingElement>(null)
  const [playing, setPlaying] = useState<Job | null>(null)
  const [deleting, setDeleting] = useState<Job | null>(null)
  const jobs = useMemo(() => (list === 'ready' ? known.filter(({ isListed }) => isListed) : []), [list, known])
  const rows = useRowFocus(jobs, title, deleting !== null)

  // Nobody is told to log in before it is known who is here.
  const isCutOff = signInCode !== 'fine'
  const isUnknown = status === 'loading' || (list === 'closed' && isSignedIn)
  const isLoading = !isCutOff && (isUnknown || list === 'loading')
  const isSignedOut = !isUnknown && (list === 'closed' || list === 'signed_out')

  useEffect(() => {
    if (userId && list === 'closed') actions.open()
  }, [userId, list, actions])
  useEffect(() => {
    actions.open()
    const stop = onShown(actions.open)
    window.addEventListener('online', actions.open)
    return () => {
      stop()
      window.removeEventListener('online', actions.open)
    }
  }, [actions])

  const handlers = useMemo<RowHandlers>(() => {
    const reuse = async (job: Job) => {
      if (job.mode === 'text') {
        onReuse(job, null)
        return show({ tone: 'ok', text: LIBRARY_TEXT.reused })
      }
      const image = await fetchImage(() => actions.renew(job.id))
      onReuse(job, image)
      show(image ? { tone: 'ok', text: LIBRARY_TEXT.reused } : { tone: 'info', text: LIBRARY_TEXT.imageGone })
    }
    const goOn = async (job: Job) => {
      try {
        onContinue(job, await lastFrame(job, () => actions.renew(job.id)))
        show({ tone: 'ok', text: LIBRARY_TEXT.frameTaken })
      } catch {
        show({ tone: 'bad', text: LIBRARY_TEXT.frameFailed })
      }
    }
    return {
      onPlay: setPlaying,
      onDelete: setDeleting,
      onReuse: reuse,
      onContinue: goOn,
    }
  }, [onReuse, onContinue, show, actions])

  async function remove(jobId: string) {
    await actions.remove(jobId)
    forgetPoster(jobId)
    rows.awaitGone(jobId)
  }

  return (
    <section id="your-videos" aria-labelledby="your-videos-title" className="frame scroll-mt-20 pb-12">
      <h2 ref={title} id="your-videos-title" tabIndex={-1} className="mb-6 text-title outline-none">
        {LIBRARY_TEXT.title}
      </h2>
      {videoMode === 'direct' ? (
        <p className="border-t border-hairline py-8 text-soft">{LIBRARY_TEXT.direct}</p>
      ) : (
        <>
          {isLoading && <LibrarySkeleton />}
          {isCutOff && (
            <LibraryNotice title={LIBRARY_TEXT.cutOff} hint={LIBRARY_TEXT.cutOffHint}>
              <Button variant="secondary" busy={signInCode === 'retrying'} onClick={retry}>
                Try again
              </Button>
            </LibraryNotice>
          )}
          {isSignedOut && (
            <LibraryNotice title={LIBRARY_TEXT.signedOut} hint={LIBRARY_TEXT.signedOutHint}>
              <ButtonLink to={paths.login} variant="secondary">
                Login
              </ButtonLink>
            </LibraryNotice>
          )}
          {list === 'unreachable' && (
            <LibraryNotice title={LIBRARY_TEXT.failed} hint={LIBRARY_TEXT.failedHint} isAlert>
              <Button variant="secondary" onClick={actions.retry}>
                Try again
              </Button>
            </LibraryNotice>
          )}
          {list === 'ready' && jobs.length === 0 && (
            <LibraryNotice title={LIBRARY_TEXT.empty} hint={LIBRARY_TEXT.emptyHint} />
          )}
          {list === 'ready' && jobs.length > 0 && (
            <ul aria-label={LIBRARY_TEXT.title}>
              {jobs.map((job) => (
                <VideoRow key={job.id} job={job} actions={actions} handlers={handlers} />
              ))}
            </ul>
          )}
          {list === 'ready' && nextCursor !== null && (
            <div className="grid justify-items-center gap-3 border-t border-hairline pt-8">
              {more === 'failed' && <p className="text-bad">{LIBRARY_TEXT.moreFailed}</p>}
              <Button
                variant="secondary"
                busy={more === 'loading'}
                onClick={() => {
                  rows.awaitMore()
                  void actions.more()
                }}
              >
                More videos
              </Button>
            </div>
          )}
          {list === 'ready' && (
            <Statement settledJobs={jobs.filter(({ settlement }) => settlement !== 'held').length} />
          )}
          <DeleteVideo job={isSignedOut ? null : deleting} remove={remove} onClose={() => setDeleting(null)} />
          {playing && jobs.some(({ id }) => id === playing.id) && (
            <PlayerDialog
              key={playing.id}
              job={playing}
              renew={() => actions.renew(playing.id).catch(() => null)}
              onClose={() => setPlaying(null)}
            />
          )}
        </>
      )}
    </section>
  )
}
