import type { ReactNode } from 'react'
import type { Fields } from '@/state/jobs/fields'
import { Tabs } from './tabs'

const MODES = [
  { value: 'image', label: 'Image to Video' },
  { value: 'text', label: 'Text to Video' },
] as const

interface ModeTabsProps {
  mode: Fields['mode']
  onChange: (mode: Fields['mode']) => void
  children: ReactNode
}

export function ModeTabs({ mode, onChange, children }: ModeTabsProps) {
  return (
    <Tabs
      label="Start from"
      tabs={MODES}
      value={mode}
      onChange={onChange}
      listClassName="p-[min(1rem,4.5vw)] pb-0 sm:p-5 sm:pb-0"
      panelClassName="grid grid-cols-1 gap-5 p-[min(1rem,4.5vw)] outline-none sm:p-5"
    >
      {children}
    </Tabs>
  )
}
