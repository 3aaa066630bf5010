import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { isViewportWanted } from './messages'

const loadViewport = () => import('./toast-viewport')

/** Renders messages outside all pages, so that a message survives navigation. Its code loads on demand. */
export function Toasts() {
  const { code } = useCode(loadViewport, useStore(isViewportWanted))
  return code && <code.ToastViewport />
}
