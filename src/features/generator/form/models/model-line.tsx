import { Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Model } from '@/config/models'

interface ModelLineProps {
  model: Model
  credits: number
  /** An icon after the name. */
  mark?: ReactNode
  /** Further lines, below the description. */
  children?: ReactNode
}

/** A model: logo, name, price, and description. If name and price don't fit side by side, the price is below the name. */
export function ModelLine({ model, credits, mark, children }: ModelLineProps) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 text-left leading-snug">
      <img src={model.logo} alt="" width="36" height="36" className="shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="flex items-center gap-1.5 font-semibold">
            {model.name} {mark}
          </span>{' '}
          <span className="text-[0.9375rem] whitespace-nowrap text-amber tabular-nums">{credits} credits</span>
        </span>{' '}
        <span className="block text-[0.8125rem] text-balance text-soft">{model.description}</span> {children}
      </span>
    </span>
  )
}

/** Shows whether a model generates sound. */
export function SoundMark({ model }: { model: Model }) {
  const Sound = model.hasSound ? Volume2 : VolumeX
  return <Sound aria-hidden="true" className="size-4 text-soft" />
}
