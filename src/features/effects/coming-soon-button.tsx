import { type ReactNode, useId } from 'react'
import { Button } from '@/components/button'

/** `aria-disabled`, so that it can be focused and say why. */
export function ComingSoonButton({ children }: { children: ReactNode }) {
  const noteId = useId()
  return (
    <span className="group relative inline-flex">
      <Button size="lg" aria-disabled="true" aria-describedby={noteId}>
        {children}
      </Button>
      <span
        id={noteId}
        role="tooltip"
        className="pointer-events-none absolute top-full left-1/2 mt-2.5 -translate-x-1/2 rounded-md border border-edge bg-raise px-3 py-1.5 text-sm whitespace-nowrap opacity-0 shadow-float transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100"
      >
        Coming soon
      </span>
    </span>
  )
}
