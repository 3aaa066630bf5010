import { useMemo, useState } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import { clearPoster } from '@/lib/video/posters'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { listVideoChain } from '@/state/jobs/video-chain'
import { hasSameItems } from '@/state/use-selector'
import { DeleteVideo } from '../delete-video'
import { listFinishedJobs } from '../entries'
import { PlayerDialog } from '../player-dialog'
import { VIDEO_TEXT } from '../video-text'
import { type LibraryProps, useHandlers } from './use-handlers'

const loadShareDialog = () => import('../share/share-dialog').then(({ ShareDialog }) => ShareDialog)
const loadJoinDialog = () => import('../join/join-dialog').then(({ JoinDialog }) => JoinDialog)

interface DialogsOptions extends LibraryProps {
  onStarted: (jobId: string) => void
  /** Called when a job was deleted, while the confirmation dialog is still open. */
  onRemoved: (jobId: string) => void
  /** Whether to preload the code that joins videos. */
  isJoinNear?: boolean
  /** The same function as in useHandlers. */
  stopPlayer?: () => number | undefined
}

/** Returns the actions of videos, and the dialogs that they open. */
export function useDialogs({ onStarted, onRemoved, isJoinNear = false, ...props }: DialogsOptions) {
  const actions = useJobActions()
  const finished = useJobs(listFinishedJobs, hasSameItems)
  const [playing, setPlaying] = useState<SucceededJob | null>(null)
  const [deleting, setDeleting] = useState<readonly Job[]>([])
  const [joining, setJoining] = useState<readonly SucceededJob[]>([])
  const [sharing, setSharing] = useState<SucceededJob | null>(null)
  const share = useCode(loadShareDialog, sharing !== null)
  const isPlayable = useJobs(({ jobs }) => jobs.some(({ id }) => id === playing?.id))
  const join = useCode(loadJoinDialog, isJoinNear || joining.length > 1)
  const shots = useMemo(() => listVideoChain(finished), [finished])
  const handlers = useHandlers({
    ...props,
    onPlay: setPlaying,
    onDelete: setDeleting,
    onJoin: setJoining,
    onShare: setSharing,
    onStarted,
  })

  async function remove(jobId: string) {
    await actions.remove(jobId)
    clearPoster(jobId)
    onRemoved(jobId)
  }

  return {
    handlers,
    /** Each finished job's chain of videos, which ends with the job. */
    shots,
    isDeleting: deleting.length > 0,
    askToDelete: setDeleting,
    openJoin: setJoining,
    dialogs: (
      <>
        <DeleteVideo jobs={deleting} remove={remove} onClose={() => setDeleting([])} />
        {joining.length > 1 && join.code && (
          <join.code shots={joining} renew={actions.renew} onClose={() => setJoining([])} />
        )}
        {joining.length > 1 && join.isMissing && (
          <MissingCode code={join} text={VIDEO_TEXT.joinMissing} className="mt-4 text-bad" />
        )}
        {sharing && share.code && <share.code key={sharing.id} job={sharing} onClose={() => setSharing(null)} />}
        {sharing && share.isMissing && (
          <MissingCode code={share} text={VIDEO_TEXT.shareMissing} className="mt-4 text-bad" />
        )}
        {playing && isPlayable && <PlayerDialog key={playing.id} job={playing} onClose={() => setPlaying(null)} />}
      </>
    ),
  }
}
