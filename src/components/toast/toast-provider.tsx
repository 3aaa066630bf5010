import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { ToastContext } from './toast-context'

/** Above all pages, so that messages outlive their page. The viewport's code comes with pages that show messages. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [Viewport, setViewport] = useState<ComponentType | null>(null)
  const mount = useCallback((next: ComponentType) => setViewport(() => next), [])
  return (
    <ToastContext value={mount}>
      {children}
      {Viewport && <Viewport />}
    </ToastContext>
  )
}
