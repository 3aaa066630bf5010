import { type RefObject, useCallback } from 'react'
import { useMediaQuery } from '@/components/hooks/use-media-query'

/** The height that the header or the bar may cover, in pixels. */
const COVERED_PX = 130

/** Returns a function that focuses the element, and scrolls it into view unless it is visible. */
export function useScrollIntoView(ref: RefObject<HTMLElement | null>): () => void {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  return useCallback(() => {
    ref.current?.focus({ preventScroll: true })
    // Wait until the page shows the new values.
    requestAnimationFrame(() => {
      if (!ref.current || isInSight(ref.current)) return
      ref.current.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'center' })
    })
  }, [ref, isStill])
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top > COVERED_PX && bottom < window.innerHeight - COVERED_PX
}
