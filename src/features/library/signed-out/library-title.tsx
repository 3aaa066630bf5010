import type { ReactNode, Ref } from 'react'
import { LIBRARY_TEXT } from './library-text'

export const TITLE_ID = 'your-videos-title'

interface LibraryTitleProps {
  ref?: Ref<HTMLHeadingElement>
  /** Whether this is the library's own page. */
  isPage: boolean
  children?: ReactNode
}

export function LibraryTitle({ ref, isPage, children }: LibraryTitleProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <Heading ref={ref} id={TITLE_ID} tabIndex={-1} className="text-title outline-none">
        {LIBRARY_TEXT.title}
      </Heading>
      {children}
    </div>
  )
}
