import { type ReactNode, useId } from 'react'

interface SectionProps {
  heading: string
  className?: string
  children: ReactNode
}

/** A named part of the page over a hairline. */
export function Section({ heading, className, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="mb-4 border-b border-hairline pb-3 text-heading">
        {heading}
      </h2>
      {children}
    </section>
  )
}
