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
      listClassName="p-[min(1rem,4.5vw)] pb-0 sm:px-5 @min-[50rem]:max-w-lg"
      panelClassName="grid grid-cols-1 items-start gap-x-8 gap-y-4 p-[min(1rem,4.5vw)] outline-none sm:px-5 @min-[50rem]:grid-cols-2"
    >
      {children}
    </Tabs>
  )
}
