import { type ReactNode, useEffect, useId } from 'react'
import { useModal } from '@/components/hooks/use-modal'

interface CastDialogProps {
  title: string
  onClose: () => void
  children: (close: () => void) => ReactNode
}

export function CastDialog({ title, onClose, children }: CastDialogProps) {
  const id = useId()
  const { modal, close } = useModal(onClose)
  const dialog = modal.ref

  // When the form replaces a notice, the button that had the focus is gone.
  useEffect(() => {
    if (dialog.current?.contains(document.activeElement)) return
    dialog.current?.querySelector<HTMLElement>('input, button')?.focus()
  })

  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto max-w-lg rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/80 open:animate-rise"
    >
      <div className="grid grid-cols-1 gap-5 p-5 sm:p-6">
        <h2 id={id} dir="auto" className="text-heading wrap-anywhere">
          {title}
        </h2>
        {children(close)}
      </div>
    </dialog>
  )
}
