import type { ReactNode } from 'react'

interface NotFoundLayoutProps {
  /** The drawing, or null until its code has loaded. */
  art: ReactNode
  role?: 'alert'
  /** The margins, and the height. */
  className?: string
  children: ReactNode
}

/** A page that has nothing to show: what is missing and the ways out, beside the drawing. */
export function NotFoundLayout({
  art,
  role,
  className = 'frame min-h-[calc(100dvh-var(--spacing-header))] py-16',
  children,
}: NotFoundLayoutProps) {
  return (
    <section
      role={role}
      className={`grid grid-cols-1 items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] ${className}`}
    >
      <div>{children}</div>
      {art}
    </section>
  )
}
