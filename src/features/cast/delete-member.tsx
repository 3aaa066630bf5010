import type { CastMember } from '@contract/cast'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { CAST_TEXT, getKindName } from './cast-text'

interface DeleteMemberProps {
  member: CastMember
  /** Rejects if the member may still exist. */
  onDelete: () => Promise<void>
  onClose: () => void
}

export function DeleteMember({ member, onDelete, onClose }: DeleteMemberProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  // The dialog closes first, so that the browser returns the focus.
  useEffect(() => {
    if (!isOpen) onClose()
  }, [isOpen, onClose])

  async function remove() {
    if (isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      await onDelete()
      setIsOpen(false)
    } catch {
      setHasFailed(true)
    }
    setIsBusy(false)
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete this ${getKindName(member.kind).toLowerCase()}?`}
      confirmLabel={isBusy ? 'Deleting…' : 'Delete'}
      cancelLabel="Cancel"
      onConfirm={() => void remove()}
      onCancel={() => setIsOpen(false)}
    >
      <p dir="auto" className="text-text wrap-anywhere">
        {member.name}
      </p>
      <p>{CAST_TEXT.deleteConsequence}</p>
      {hasFailed && (
        <p role="alert" className="text-bad">
          {CAST_TEXT.deleteFailed}
        </p>
      )}
    </ConfirmDialog>
  )
}
