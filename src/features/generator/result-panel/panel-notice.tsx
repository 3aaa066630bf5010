import type { ReactNode } from 'react'
import { BlankFrame } from '@/components/job-picture/blank-frame'

interface PanelNoticeProps {
  kind: 'waiting' | 'failed' | 'ended'
  children?: ReactNode
}

/** Shows text over a blank frame while the panel has no video. */
export function PanelNotice({ kind, children }: PanelNoticeProps) {
  return (
    <BlankFrame
      kind={kind}
      className="grid min-h-80 grid-cols-1 content-center justify-items-start gap-6 p-[min(2rem,8vw)] sm:min-h-104 sm:p-12"
    >
      {children}
    </BlankFrame>
  )
}
