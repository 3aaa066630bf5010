import { type ReactNode, useId } from 'react'
import { joinClasses } from './join-classes'

interface PanelProps {
  heading: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ heading, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={joinClasses('rounded-xl border border-hairline bg-panel', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline px-4 py-4 sm:px-6">
        <h2 id={id} className="text-heading">
          {heading}
        </h2>
        {aside && <p className="text-sm text-soft">{aside}</p>}
      </div>
      {children}
    </section>
  )
}
