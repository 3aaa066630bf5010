import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  confirmLabel: string
  confirmVariant?: 'primary' | 'danger'
  cancelLabel: string
  onConfirm: () => void
  /** Called by the Cancel button, by Escape, and by a click on the backdrop. */
  onCancel: () => void
  children: ReactNode
}

/** A modal question. The focus starts on the Cancel button, and returns to where it was. */
export function ConfirmDialog({
  isOpen,
  title,
  confirmLabel,
  confirmVariant = 'danger',
  cancelLabel,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      // The close event comes later, so the dialog may be open again (use-modal.ts).
      onCancel={({ target }) => target === dialog.current && onCancel()}
      onClose={() => dialog.current?.open || onCancel()}
      onClick={(event) => event.target === dialog.current && onCancel()}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto max-w-md rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/75 open:animate-rise"
    >
      <div className="p-5 sm:p-6">
        <h2 id={`${id}-title`} className="text-heading">
          {title}
        </h2>
        <div id={`${id}-text`} className="mt-3 grid gap-3 text-soft">
          {children}
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={confirmVariant} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
