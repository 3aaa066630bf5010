import type { ReactNode } from 'react'
import { joinClasses } from '@/components/join-classes'
import './blank-frame.css'

interface BlankFrameProps {
  /** `empty`: no job yet. `waiting`: the picture is coming. `failed` and `ended`: there is no picture. */
  kind: 'empty' | 'waiting' | 'failed' | 'ended'
  className?: string
  children?: ReactNode
}

/** A viewfinder without a picture, behind its children. */
export function BlankFrame({ kind, className, children }: BlankFrameProps) {
  return (
    <div aria-hidden={children ? undefined : true} data-kind={kind} className={joinClasses('blank-frame', className)}>
      {children}
    </div>
  )
}
