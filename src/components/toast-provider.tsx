import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Toast } from './toast'
import { ToastContext, type ToastMessage } from './toast-context'

const MOST_AT_ONCE = 3

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(ToastMessage & { id: number })[]>([])
  const nextId = useRef(1)

  const show = useCallback((message: ToastMessage) => {
    const id = nextId.current
    nextId.current += 1
    // The same words again replace the first: a repeated fault is not a pile.
    setToasts((shown) => [...shown.filter((one) => one.text !== message.text), { ...message, id }].slice(-MOST_AT_ONCE))
  }, [])

  const close = useCallback((id: number) => setToasts((shown) => shown.filter((one) => one.id !== id)), [])

  return (
    <ToastContext value={useMemo(() => ({ show }), [show])}>
      {children}
      <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2 sm:inset-x-6 sm:bottom-6">
        {toasts.map((toast) => (
          <Toast key={toast.id} message={toast} onClose={() => close(toast.id)} />
        ))}
      </div>
    </ToastContext>
  )
}
