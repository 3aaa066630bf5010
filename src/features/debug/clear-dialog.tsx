import { ConfirmDialog } from '@/components/confirm-dialog'
import { ENTRY, readEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { useTexts } from './texts/texts'

interface ClearDialogProps {
  isOpen: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ClearDialog({ isOpen, onConfirm, onCancel }: ClearDialogProps) {
  const text = useTexts().clear
  const jobs = isOpen ? (readEntry(ENTRY.jobs, s.list(s.anything))?.length ?? 0) : 0
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={text.title}
      confirmLabel={text.confirm}
      cancelLabel={text.cancel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{text.what}</p>
      <p className={jobs > 0 ? 'text-amber' : undefined}>{text.jobs(jobs)}</p>
      <p>{text.kept}</p>
    </ConfirmDialog>
  )
}
