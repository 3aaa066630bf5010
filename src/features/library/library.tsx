import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useToast } from '@/components/toast/use-toast'
import { paths } from '@/config/paths'
import { onShown } from '@/lib/browser/visibility'
import type { Job } from '@/state/jobs/job'
import { shotsOf } from '@/state/jobs/shots'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { DeleteVideo } from './delete-video'
import { fetchImage, lastFrame } from './job-files'
import { JoinDialog } from './join/join-dialog'
import { LibraryNotice } from './library-notice'
import { LibrarySkeleton } from './library-skeleton'
import { LIBRARY_TEXT } from './library-text'
import { PlayerDialog } from './player-dialog'
import { forgetPoster } from './posters'
import { SelectionBar } from './selection/selection-bar'
import { useSelection } from './selection/use-selection'
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
  const [deleting, setDeleting] = useState<readonly Job[]>([])
  const [joining, setJoining] = useState<readonly Job[]>([])
  const jobs = useMemo(() => (list === 'ready' ? known.filter(({ isListed }) => isListed) : []), [list, known])
  const rows = useRowFocus(jobs, title, deleting.length > 0)
  const selection = useSelection(jobs)
  const shots = useMemo(() => shotsOf(jobs), [jobs])

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
      onDelete: (job) => setDeleting([job]),
      onJoin: setJoining,
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
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 ref={title} id="your-videos-title" tabIndex={-1} className="text-title outline-none">
          {LIBRARY_TEXT.title}
        </h2>
        {jobs.length > 1 && !selection.isOn && (
          <Button variant="secondary" size="sm" onClick={selection.begin}>
            Select
          </Button>
        )}
      </div>
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
                <VideoRow
                  key={job.id}
                  {...{ job, actions, handlers }}
                  shots={shots.get(job.id)}
                  place={selection.placeOf(job)}
                  onSelect={selection.toggle}
                />
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
          {selection.isOn && (
            <SelectionBar
              chosen={selection.chosen}
              onJoin={() => setJoining(selection.chosen)}
              onDelete={() => setDeleting(selection.chosen)}
              onEnd={selection.end}
            />
          )}
          <DeleteVideo jobs={isSignedOut ? [] : deleting} remove={remove} onClose={() => setDeleting([])} />
          {joining.length > 1 && !isSignedOut && (
            <JoinDialog shots={joining} renew={actions.renew} onClose={() => setJoining([])} />
          )}
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
