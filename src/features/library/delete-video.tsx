import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useToast } from '@/components/toast/use-toast'
import type { Job } from '@/state/jobs/job'
import { LIBRARY_TEXT } from './library-text'

interface DeleteVideoProps {
  job: Job | null
  remove: (jobId: string) => Promise<void>
  onClose: () => void
}

export function DeleteVideo({ job, remove, onClose }: DeleteVideoProps) {
  const { show } = useToast()
  const [isBusy, setIsBusy] = useState(false)
  // Keeps the text while the dialog closes.
  const shown = useRef(job)
  if (job) shown.current = job

  async function confirm() {
    if (!job || isBusy) return
    setIsBusy(true)
    try {
      await remove(job.id)
      show({ tone: 'ok', text: LIBRARY_TEXT.deleted })
      onClose()
    } catch {
      show({ tone: 'bad', text: LIBRARY_TEXT.deleteFailed })
    }
    setIsBusy(false)
  }

  return (
    <ConfirmDialog
      isOpen={job !== null}
      title="Delete this video?"
      confirmLabel="Delete for good"
      cancelLabel="Keep it"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p className="line-clamp-2 text-text wrap-anywhere">{shown.current?.prompt}</p>
      <p>
        {shown.current?.status === 'succeeded'
          ? 'The file and its prompt go for good'
          : 'Its prompt and image go for good'}
        , on every device. What was held, charged or given back for it stays in your statement.
      </p>
    </ConfirmDialog>
  )
}
