import { type RefObject, useEffect, useState } from 'react'

interface InViewOptions {
  /** The fraction that must be visible, 0 to 1. */
  threshold?: number
  /** Whether the value stays true after the element was first visible. */
  once?: boolean
  rootMargin?: string
}

/** Returns whether the element is visible. Always true in browsers without IntersectionObserver. */
export function useInView(
  element: RefObject<Element | null>,
  { threshold = 0, once = false, rootMargin = '0px' }: InViewOptions = {},
): boolean {
  const [isInView, setIsInView] = useState(false)

  useEffect(() => {
    if (!element.current) return
    if (!('IntersectionObserver' in window)) {
      setIsInView(true)
      return
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const isShown = entries.at(-1)?.isIntersecting ?? false
        setIsInView(isShown)
        if (isShown && once) observer.disconnect()
      },
      { threshold, rootMargin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, threshold, once, rootMargin])

  return isInView
}
