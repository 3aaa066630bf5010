import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useToast } from '@/components/toast/use-toast'
import type { Job } from '@/state/jobs/job'
import { getJobName } from '@/state/jobs/job'
import { VIDEO_TEXT } from './video-text'

interface DeleteVideoProps {
  /** The jobs to delete. If empty, the dialog is closed. */
  jobs: readonly Job[]
  remove: (jobId: string) => Promise<void>
  onClose: () => void
}

export function DeleteVideo({ jobs, remove, onClose }: DeleteVideoProps) {
  const { show } = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  // Keeps the text while the dialog closes.
  const shown = useRef(jobs)
  if (jobs.length > 0) shown.current = jobs
  const [first, ...others] = shown.current

  async function confirm() {
    if (isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      // Delete one at a time. After a failure, the earlier deletions remain.
      for (const { id } of jobs) await remove(id)
      show({ tone: 'ok', text: VIDEO_TEXT.deleted })
      onClose()
    } catch {
      setHasFailed(true)
    }
    setIsBusy(false)
  }

  function close() {
    setHasFailed(false)
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen={jobs.length > 0}
      title={others.length > 0 ? `Delete ${others.length + 1} videos?` : 'Delete this video?'}
      confirmLabel="Delete permanently"
      cancelLabel="Cancel"
      onConfirm={confirm}
      onCancel={close}
    >
      {first && <p className="line-clamp-2 text-text wrap-anywhere">{getJobName(first)}</p>}
      {others.length > 0 && <p>And {others.length} more.</p>}
      <p>
        {others.length > 0
          ? 'The files and prompts'
          : first?.status === 'succeeded'
            ? 'The file and its prompt'
            : 'Its prompt and image'}{' '}
        will be permanently deleted from all your devices. Credit transactions stay in your statement.
      </p>
      {/* A toast behind the modal dialog would be unreachable and silent for screen readers. */}
      {hasFailed && (
        <p role="alert" className="text-bad">
          {VIDEO_TEXT.deleteFailed}
        </p>
      )}
    </ConfirmDialog>
  )
}
