import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface TabsProps<T extends string> {
  label: string
  tabs: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  listClassName?: string
  panelClassName?: string
  children: ReactNode
}

export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  listClassName,
  panelClassName,
  children,
}: TabsProps<T>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <div className={listClassName}>
        <BaseTabs.List
          aria-label={label}
          activateOnFocus
          className="grid auto-cols-fr grid-flow-col gap-1 rounded-lg border border-hairline bg-ink p-1"
        >
          {tabs.map((tab) => (
            <BaseTabs.Tab
              key={tab.value}
              value={tab.value}
              className="min-h-11 rounded-md px-2 text-[0.9375rem] text-soft transition-colors duration-150 hover:text-text aria-selected:bg-raise aria-selected:font-semibold aria-selected:text-text"
            >
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
      </div>
      <BaseTabs.Panel value={value} tabIndex={-1} className={panelClassName}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
