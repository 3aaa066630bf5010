import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface ListFrameProps {
  isEmpty: boolean
  Icon: LucideIcon
  /** Names what the empty list lacks, such as "No keys yet". */
  title: string
  hint: string
  children?: ReactNode
}

/** Frames a list and what adds to it. An empty list says what belongs there. */
export function ListFrame({ isEmpty, Icon, title, hint, children }: ListFrameProps) {
  return (
    <div className={isEmpty ? 'rounded-xl border border-dashed border-edge p-5 sm:p-8' : undefined}>
      {isEmpty && (
        <div className="mb-6">
          <Icon aria-hidden="true" className="size-7 text-amber" />
          <p className="mt-4 font-semibold">{title}</p>
          <p className="mt-1 max-w-prose text-[0.9375rem] text-soft">{hint}</p>
        </div>
      )}
      {children}
    </div>
  )
}
