import { type ReactNode, useId } from 'react'

interface DataPartProps {
  title: string
  hint: string
  children: ReactNode
}

/** A part of the section "Your data". */
export function DataPart({ title, hint, children }: DataPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-hairline pt-6">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-[0.9375rem] text-soft">{hint}</p>
      {children}
    </section>
  )
}
