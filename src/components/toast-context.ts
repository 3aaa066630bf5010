import { createContext } from 'react'

export interface ToastMessage {
  tone: 'ok' | 'bad' | 'info'
  text: string
  /** A link that stays with the message; such a message stays until it is closed. */
  action?: { label: string; href: string }
}

export interface ToastValue {
  show(message: ToastMessage): void
}

export const ToastContext = createContext<ToastValue | null>(null)
