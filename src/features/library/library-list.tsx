import { useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { useToast } from '@/components/toast/use-toast'
import { forgetPeaks } from '@/lib/video/kept-peaks'
import type { Job } from '@/state/jobs/job'
import { shotsOf } from '@/state/jobs/shots'
import { useJobs } from '@/state/jobs/use-jobs'
import { DeleteVideo } from './delete-video'
import { fetchImage, lastFrame } from './job-files'
import { LibraryNotice } from './library-notice'
import { LIBRARY_TEXT } from './library-text'
import { LibraryTitle } from './library-title'
import { PlayerDialog } from './player-dialog'
import { forgetPoster } from './posters'
import { SelectionBar } from './selection/selection-bar'
import { useSelection } from './selection/use-selection'
import { Statement } from './statement/statement'
import { useRowFocus } from './use-row-focus'
import type { RowHandlers } from './video-actions'
import { VideoRow } from './video-row'

const loadJoinDialog = () => import('./join/join-dialog').then(({ JoinDialog }) => JoinDialog)

export interface LibraryProps {
  /** `image`: an image to start from; null removes the form's. */
  onReuse: (job: Job, image: File | null) => void
  /** `frame`: the last one of the job, as the image of a new one. */
  onContinue: (job: Job, frame: File) => void
}

/** The videos of who is signed in, and what can be done with them. */
export function LibraryList({ onReuse, onContinue }: LibraryProps) {
  const { jobs: known, nextCursor, more, actions } = useJobs()
  const { show } = useToast()
  const title = useRef<HTMLHeadingElement>(null)
  const [playing, setPlaying] = useState<Job | null>(null)
  const [deleting, setDeleting] = useState<readonly Job[]>([])
  const [joining, setJoining] = useState<readonly Job[]>([])
  const jobs = useMemo(() => known.filter(({ isListed }) => isListed), [known])
  const rows = useRowFocus(jobs, title, deleting.length > 0)
  const selection = useSelection(jobs)
  const { code: JoinDialog, isMissing } = useCode(loadJoinDialog, selection.isOn || joining.length > 1)
  const shots = useMemo(() => shotsOf(jobs), [jobs])

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
    void forgetPeaks(jobId)
    rows.awaitGone(jobId)
  }

  return (
    <>
      <LibraryTitle ref={title}>
        {jobs.length > 1 && !selection.isOn && (
          <Button variant="secondary" size="sm" onClick={selection.begin}>
            Select
          </Button>
        )}
      </LibraryTitle>
      {jobs.length === 0 && <LibraryNotice title={LIBRARY_TEXT.empty} hint={LIBRARY_TEXT.emptyHint} />}
      {jobs.length > 0 && (
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
      {nextCursor !== null && (
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
      <Statement jobs={jobs} />
      {selection.isOn && (
        <SelectionBar
          chosen={selection.chosen}
          onJoin={() => setJoining(selection.chosen)}
          onDelete={() => setDeleting(selection.chosen)}
          onEnd={selection.end}
        />
      )}
      <DeleteVideo jobs={deleting} remove={remove} onClose={() => setDeleting([])} />
      {joining.length > 1 && JoinDialog && (
        <JoinDialog shots={joining} renew={actions.renew} onClose={() => setJoining([])} />
      )}
      {joining.length > 1 && isMissing && (
        <p role="alert" className="mt-4 text-bad">
          {LIBRARY_TEXT.joinMissing}
        </p>
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
  )
}
