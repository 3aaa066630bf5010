import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useInView } from '@/components/hooks/use-in-view'
import { joinClasses } from '@/components/join-classes'

interface RevealProps {
  threshold?: number
  className?: string
  children: ReactNode
}

/**
 * Reveals its content on scroll. This code hides only content that is outside the window when it runs. Without scripts,
 * nothing is hidden (styles/motion.css).
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
