import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { ToastContext } from './toast-context'

/**
 * Holds the place of messages above all pages, so that one outlives the page that showed it. What draws them comes with the
 * code that shows them (use-toast.ts): a page without messages loads none of it.
 */
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
