import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { isViewportWanted } from './messages'

const loadViewport = () => import('./toast-viewport')

/** Holds messages beside all pages, so that they outlive their page. Their code loads when it is wanted. */
export function Toasts() {
  const { code } = useCode(loadViewport, useStore(isViewportWanted))
  return code && <code.ToastViewport />
}
