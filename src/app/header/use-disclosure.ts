import { type RefObject, useEffect, useRef, useState } from 'react'

interface Disclosure<T extends HTMLElement> {
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  /** Goes on the element around both the button and what it opens. */
  root: RefObject<T | null>
  /** Gets the focus back after Escape. */
  button: RefObject<HTMLButtonElement | null>
}

/** A button and the panel it opens: closed by Escape, by a press elsewhere and when the focus leaves. */
export function useDisclosure<T extends HTMLElement>(): Disclosure<T> {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<T>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setIsOpen(false)
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (root.current?.contains(document.activeElement)) button.current?.focus()
      setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])

  return { isOpen, setIsOpen, root, button }
}
