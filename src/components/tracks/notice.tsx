import type { ReactNode } from 'react'
import { Waveform } from './waveform'

interface NoticeProps {
  title: string
  hint: string
  /** The heading level, one below the title of the page or section. */
  level: 'h1' | 'h2' | 'h3'
  isAlert?: boolean
  children?: ReactNode
}

export function Notice({ title, hint, level: Heading, isAlert = false, children }: NoticeProps) {
  return (
    <div className="border-t border-hairline py-12 sm:py-16" {...(isAlert ? { role: 'alert' } : {})}>
      <Waveform seed={64} bars={120} className="mb-8 h-10 max-w-2xl opacity-60" />
      <Heading className={Heading === 'h1' ? 'text-title' : 'text-heading'}>{title}</Heading>
      <p className="mt-2 max-w-prose text-soft">{hint}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  )
}
