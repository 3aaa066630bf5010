import type { CastMember } from '@contract/cast'
import { useEffect, useId, useRef } from 'react'
import { CAST_TEXT } from '../cast-text'
import type { Cast } from '../use-cast'
import { MemberForm } from './member-form'
import type { PrepareImage } from './use-draft-images'

interface MemberDialogProps {
  cast: Cast
  /** The member to change. Null for a new one. */
  member: CastMember | null
  prepareImage: PrepareImage
  onSaved: (name: string) => void
  onClose: () => void
}

export function MemberDialog({ member, onClose, ...form }: MemberDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()

  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto max-w-lg rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/80 open:animate-rise"
    >
      <div className="grid grid-cols-1 gap-5 p-5 sm:p-6">
        <h2 id={id} dir="auto" className="text-heading wrap-anywhere">
          {member ? `Edit ${member.name}` : CAST_TEXT.add}
        </h2>
        <MemberForm member={member} onCancel={close} {...form} />
      </div>
    </dialog>
  )
}
