import type { ReactNode, Ref } from 'react'
import { LIBRARY_TEXT } from './library-text'

export const TITLE_ID = 'your-videos-title'

export function LibraryTitle({ ref, children }: { ref?: Ref<HTMLHeadingElement>; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <h2 ref={ref} id={TITLE_ID} tabIndex={-1} className="text-title outline-none">
        {LIBRARY_TEXT.title}
      </h2>
      {children}
    </div>
  )
}
