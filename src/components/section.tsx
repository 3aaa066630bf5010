import { type ReactNode, useId } from 'react'
import { joinClasses } from './join-classes'

interface SectionProps {
  title: ReactNode
  intro?: ReactNode
  /**
   * The arrangement of heading and content. `spread`: the intro starts on the heading's line, in the middle or at
   * `--split`. `beside`: the heading stays in the left third while the content scrolls. `center`: for a short closing
   * section.
   */
  layout?: 'stacked' | 'spread' | 'beside' | 'center'
  id?: string
  className?: string
  children?: ReactNode
}

export function Section({ title, intro, layout = 'stacked', id, className, children }: SectionProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className={joinClasses('py-section', className)}>
      <div
        className={joinClasses(
          'frame',
          layout === 'beside' &&
            'grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
        )}
      >
        <div className={HEAD_CLASSES[layout]}>
          <h2 id={titleId} className="text-title">
            {title}
          </h2>
          {intro && (
            <div
              className={joinClasses(
                'mt-4 max-w-prose text-lg text-balance text-soft *:text-balance',
                layout === 'spread' && 'lg:mt-0 lg:max-w-md',
              )}
            >
              {intro}
            </div>
          )}
        </div>
        {children}
      </div>
    </section>
  )
}

const HEAD_CLASSES = {
  stacked: 'mb-10 max-w-3xl sm:mb-14',
  spread: 'mb-10 items-end sm:mb-12 lg:grid lg:grid-cols-[var(--split,calc(50%+0.5rem))_minmax(0,1fr)]',
  beside: 'lg:sticky lg:top-28',
  center: 'mx-auto mb-10 grid max-w-3xl justify-items-center text-center',
}
