import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { joinClasses } from '@/components/join-classes'
import { nameBrowser } from './browser-name'
import { useTexts } from './texts/texts'

const RAW = 'text-sm break-all text-soft'

export function BrowserInfo({ userAgent }: { userAgent: string }) {
  const text = useTexts().records
  const [isOpen, setIsOpen] = useState(false)
  if (!userAgent) return <span>—</span>
  const name = nameBrowser(userAgent)
  return (
    <div className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 flex-1">
        {name && <bdi className="block">{name}</bdi>}
        {isOpen ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls inside, by keyboard too
          <section tabIndex={0} aria-label="User-Agent" className="max-h-44 overflow-y-auto">
            <bdi className={RAW}>{userAgent}</bdi>
          </section>
        ) : (
          <bdi className={joinClasses(RAW, name ? 'hidden lg:line-clamp-1' : 'line-clamp-2')}>{userAgent}</bdi>
        )}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={text.wholeBrowser}
        onClick={() => setIsOpen(!isOpen)}
        className="-my-1.5 -mr-2 grid size-9 pointer-coarse:size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-raise hover:text-text"
      >
        <ChevronDown
          aria-hidden="true"
          className={joinClasses('size-4.5 transition-transform duration-150', isOpen && 'rotate-180')}
        />
      </button>
    </div>
  )
}
