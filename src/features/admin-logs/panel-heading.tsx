import type { ReactNode } from 'react'

interface PanelHeadingProps {
  id: string
  /** A note at the end of the line. */
  aside?: string
  children: ReactNode
}

/** The name of a panel over a hairline. */
export function PanelHeading({ id, aside, children }: PanelHeadingProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline px-4 py-4 sm:px-6">
      <h2 id={id} className="text-heading">
        {children}
      </h2>
      {aside && <p className="text-sm text-soft">{aside}</p>}
    </div>
  )
}
