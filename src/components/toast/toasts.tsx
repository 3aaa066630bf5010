import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { isViewportWanted } from './messages'

const loadViewport = () => import('./toast-viewport')

/** Stands beside all pages, so that messages outlive their page. What shows them comes when it is wanted. */
export function Toasts() {
  const { code } = useCode(loadViewport, useStore(isViewportWanted))
  return code && <code.ToastViewport />
}
