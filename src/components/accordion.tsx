import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface AccordionItem {
  title: string
  content: ReactNode
}

interface AccordionProps {
  items: readonly AccordionItem[]
}

/**
 * A list of `details` with a shared `name`, so that only one is open. The keyboard and page search work without
 * scripts.
 */
export function Accordion({ items }: AccordionProps) {
  const name = useId()
  return (
    <div className="border-t border-hairline">
      {items.map(({ title, content }, index) => (
        <details key={title} name={name} open={index === 0} className="group border-b border-hairline">
          <summary className="flex items-start justify-between gap-6 py-5 text-heading transition-colors duration-150 hover:text-amber sm:py-6">
            <h3 className="min-w-0">{title}</h3>
            <Plus
              aria-hidden="true"
              className="mt-0.5 size-5.5 shrink-0 text-soft transition-transform duration-200 group-open:rotate-45 group-open:text-amber"
            />
          </summary>
          <div className="max-w-prose pb-7 text-soft">{content}</div>
        </details>
      ))}
    </div>
  )
}
