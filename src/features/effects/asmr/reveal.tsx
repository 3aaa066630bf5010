import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useInView } from '@/components/hooks/use-in-view'
import { joinClasses } from '@/components/join-classes'

interface RevealProps {
  threshold?: number
  className?: string
  children: ReactNode
}

/**
 * Reveals its content on scrolling. It hides content only if that is out of sight when its code runs, so nothing is hidden without
 * scripts (styles/motion.css).
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
    <div ref={root} data-shown={isInView || !isOutOfSight} className={joinClasses('reveal', className)}>
      {children}
    </div>
  )
}
