import type { ReactNode } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { isViewportWanted } from './messages'

const loadViewport = () => import('./toast-viewport')

/** Above all pages, so that messages outlive their page. What shows them comes when it is wanted. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { code } = useCode(loadViewport, useStore(isViewportWanted))
  return (
    <>
      {children}
      {code && <code.ToastViewport />}
    </>
  )
}
