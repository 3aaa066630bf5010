import type { ReactNode } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { isViewportWanted } from './messages'

const loadViewport = () => import('./toast-viewport')

/** Holds messages above all pages, so that they outlive their page. Their code loads when it is wanted. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { code } = useCode(loadViewport, useStore(isViewportWanted))
  return (
    <>
      {children}
      {code && <code.ToastViewport />}
    </>
  )
}
