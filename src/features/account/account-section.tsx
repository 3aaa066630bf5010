import { type ReactNode, useId } from 'react'

interface AccountSectionProps {
  title: string
  hint?: string
  children: ReactNode
}

/** A section of the page. On laptops and wider screens, the heading and the hint are at its left. */
export function AccountSection({ title, hint, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-12 gap-y-5 border-t border-hairline py-8 sm:py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        {hint && <p className="mt-2 max-w-prose text-[0.9375rem] text-soft">{hint}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
