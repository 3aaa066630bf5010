import { type RefObject, useEffect, useState } from 'react'

interface InViewOptions {
  /** The share of the element that must show, 0 to 1. */
  threshold?: number
  /** Stays true from the first time on. */
  once?: boolean
  /** Grows the window that counts, as '600px 0px' does to look ahead. */
  rootMargin?: string
}

/** True while enough of the element shows in the window. Where a browser cannot tell, everything counts as shown. */
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
