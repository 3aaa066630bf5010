import type { ReactNode } from 'react'

interface BadgeProps {
  /** `lamp`: new or popular. `quiet`: over footage or text. `ink`: on a light background. */
  tone?: 'lamp' | 'quiet' | 'ink'
  children: ReactNode
}

const TONES = {
  lamp: 'bg-amber/14 text-amber',
  quiet: 'bg-ink/72 text-text ring-1 ring-hairline',
  ink: 'bg-ink/12 text-ink',
}

export function Badge({ tone = 'lamp', children }: BadgeProps) {
  return (
    <span
      className={`inline-block rounded-sm px-1.5 py-0.5 text-xs leading-4 font-semibold tracking-wide whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
