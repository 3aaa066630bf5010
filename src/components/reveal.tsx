import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names'
import { useInView } from './use-in-view'

interface RevealProps {
  /** The share of it that must show before it fades in: 0.05 for a section, 0.3 for a video. */
  threshold?: number
  className?: string
  children: ReactNode
}

/**
 * Fades in the first time it is scrolled into view, and stays. The words are in the page from the start, and are simply
 * there with scripts off, in print and under reduced motion (styles/motion.css).
 */
export function Reveal({ threshold = 0.05, className, children }: RevealProps) {
  const root = useRef<HTMLDivElement>(null)
  const isShown = useInView(root, { threshold, once: true })
  return (
    <div ref={root} data-shown={isShown} className={classNames('reveal', className)}>
      {children}
    </div>
  )
}
