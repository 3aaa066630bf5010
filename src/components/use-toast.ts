import { use } from 'react'
import { ToastContext, type ToastValue } from './toast-context'

/** Shows a short message in the corner of the page, and reads it out. */
export function useToast(): ToastValue {
  const value = use(ToastContext)
  if (!value) throw new Error('useToast is used outside ToastProvider')
  return value
}
