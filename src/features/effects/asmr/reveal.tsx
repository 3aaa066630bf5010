import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '@/components/class-names'
import { useInView } from '@/components/hooks/use-in-view'

interface RevealProps {
  /** The share of it that must show before it fades in: 0.05 for a section, 0.3 for a video. */
  threshold?: number
  className?: string
  children: ReactNode
}

/**
 * Fades in the first time it is scrolled into view, and stays. It is in the page from the start, and hidden only where its code
 * finds it out of sight: what is seen before waits for nothing, and is simply there with scripts off, in print and under
 * reduced motion (styles/motion.css).
 */
export function Reveal({ threshold = 0.05, className, children }: RevealProps) {
  const root = useRef<HTMLDivElement>(null)
  const [isOutOfSight, setIsOutOfSight] = useState(false)
  const isInView = useInView(root, { threshold, once: true })
  useLayoutEffect(() => {
    if (!root.current) return
    const { top, bottom } = root.current.getBoundingClientRect()
    setIsOutOfSight(bottom <= 0 || top >= window.innerHeight)
  }, [])
  return (
    <div ref={root} data-shown={isInView || !isOutOfSight} className={classNames('reveal', className)}>
      {children}
    </div>
  )
}
