import { type KeyboardEvent, useRef } from 'react'
import { classNames } from '@/components/class-names'
import type { Fields } from './fields'

const TABS = [
  { mode: 'image', label: 'Image to Video' },
  { mode: 'text', label: 'Text to Video' },
] as const

interface ModeTabsProps {
  /** Prefix of the ids that tie tabs and panel together. */
  id: string
  mode: Fields['mode']
  onChange: (mode: Fields['mode']) => void
}

/** A tab list of two: arrows, Home and End move and choose at once, Tab goes on to the panel. */
export function ModeTabs({ id, mode, onChange }: ModeTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  function moveTo(index: number) {
    const tab = TABS[(index + TABS.length) % TABS.length]
    if (!tab) return
    onChange(tab.mode)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${tab.mode}`)}`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const index = TABS.findIndex((tab) => tab.mode === mode)
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: TABS.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    moveTo(target)
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="What to start from"
      onKeyDown={onKeyDown}
      className="grid grid-cols-2 gap-1 rounded-lg border border-hairline bg-ink p-1"
    >
      {TABS.map((tab) => {
        const isSelected = tab.mode === mode
        return (
          <button
            key={tab.mode}
            type="button"
            role="tab"
            id={`${id}-${tab.mode}`}
            aria-selected={isSelected}
            aria-controls={`${id}-panel`}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onChange(tab.mode)}
            className={classNames(
              'min-h-11 rounded-md px-2 text-[0.9375rem] transition-colors duration-150',
              isSelected ? 'bg-raise font-semibold text-text' : 'text-soft hover:text-text',
            )}
          >
            {tab.label}
          </button>
        )
      })}
    </div>
  )
}
