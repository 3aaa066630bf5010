import type { ReactNode } from 'react'
import { Waveform } from '@/components/tracks/waveform'

interface LibraryNoticeProps {
  title: string
  hint: string
  isAlert?: boolean
  children?: ReactNode
}

export function LibraryNotice({ title, hint, isAlert = false, children }: LibraryNoticeProps) {
  return (
    <div className="border-t border-hairline py-12 sm:py-16" {...(isAlert ? { role: 'alert' } : {})}>
      <Waveform seed={64} bars={120} className="mb-8 h-10 max-w-2xl opacity-60" />
      <h3 className="text-heading">{title}</h3>
      <p className="mt-2 max-w-prose text-soft">{hint}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  )
}
