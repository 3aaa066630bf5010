import { type ComponentType, createContext } from 'react'

/** Adds the viewport to the page; a second call with the same one changes nothing. */
export type MountToasts = (Viewport: ComponentType) => void

export const ToastContext = createContext<MountToasts | null>(null)
