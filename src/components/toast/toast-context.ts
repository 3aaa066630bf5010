import { type ComponentType, createContext } from 'react'

/** Puts the place where messages show into the page; called with the same one again it changes nothing. */
export type MountToasts = (Viewport: ComponentType) => void

export const ToastContext = createContext<MountToasts | null>(null)
