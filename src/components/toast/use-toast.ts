import { use, useEffect } from 'react'
import { ToastContext } from './toast-context'
import { showToast, type ToastMessage } from './toast-manager'
import { ToastViewport } from './toast-viewport'

export function useToast(): { show: (message: ToastMessage) => void } {
  const mount = use(ToastContext)
  if (!mount) throw new Error('useToast is used outside ToastProvider')
  useEffect(() => mount(ToastViewport), [mount])
  return VALUE
}

const VALUE = { show: showToast }
