import { type RefObject, useCallback } from 'react'
import { useMediaQuery } from '@/components/hooks/use-media-query'

/** As much as the header or the bar with the press may cover. */
const COVERED_PX = 130

/** Answers what focuses the element. What stands around it comes into sight with it; nothing moves if it is in sight. */
export function useBringIntoSight(ref: RefObject<HTMLElement | null>): () => void {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  return useCallback(() => {
    ref.current?.focus({ preventScroll: true })
    // Once the page shows what was put into it.
    requestAnimationFrame(() => {
      if (!ref.current || isInSight(ref.current)) return
      ref.current.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'center' })
    })
  }, [ref, isStill])
}

/** Between what lies over the page at its head and at its foot. */
function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top > COVERED_PX && bottom < window.innerHeight - COVERED_PX
}
