import { type KeyboardEvent, type ReactNode, useId } from 'react'

interface TabsProps<T extends string> {
  label: string
  tabs: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  listClassName?: string
  panelClassName?: string
  children: ReactNode
}

/**
 * Tabs with one panel, whose content depends on the selected tab. The arrow keys, Home, and End select a tab. The Tab
 * key moves to the panel.
 */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  listClassName,
  panelClassName,
  children,
}: TabsProps<T>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    event.currentTarget.querySelectorAll('button')[tabs.indexOf(tab)]?.focus()
  }
  return (
    <>
      <div className={listClassName}>
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className="grid auto-cols-fr grid-flow-col gap-1 rounded-lg border border-hairline bg-ink p-1"
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className="min-h-11 rounded-md px-2 text-[0.9375rem] text-soft transition-colors duration-150 hover:text-text aria-selected:bg-raise aria-selected:font-semibold aria-selected:text-text"
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={-1}
        className={panelClassName}
      >
        {children}
      </div>
    </>
  )
}
