import type { ReactNode } from 'react'
import { joinClasses } from '@/components/join-classes'
import './blank-frame.css'

interface BlankFrameProps {
  /** `empty`: no job yet. `waiting`: the video isn't ready. `failed` and `ended`: there is no video. */
  kind: 'empty' | 'waiting' | 'failed' | 'ended'
  className?: string
  children?: ReactNode
}

/** An empty viewfinder behind its children. */
export function BlankFrame({ kind, className, children }: BlankFrameProps) {
  return (
    <div aria-hidden={children ? undefined : true} data-kind={kind} className={joinClasses('blank-frame', className)}>
      {children}
    </div>
  )
}
