import { type SyntheticEvent, useEffect, useRef } from 'react'

/**
 * Opens a `<dialog>` as modal when it appears. The dialog gets the props `modal`.
 * @param onClose Removes the dialog. It runs after `close` and after Escape, maybe twice.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  const close = () => {
    ref.current?.close()
    onClose()
  }
  return {
    close,
    modal: {
      ref,
      // After Escape, the browser returns the focus at once and sends the close event later. If the dialog waited for it,
      // an Enter in between would not open the dialog again.
      onCancel: ({ target }: SyntheticEvent) => {
        // A file input in the dialog sends this event too.
        if (target === ref.current) close()
      },
      onClose,
    },
  }
}
