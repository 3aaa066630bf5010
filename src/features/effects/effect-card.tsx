import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/badge'
import { FootageClip } from '@/components/footage/footage-clip'
import type { Effect } from './effects'
import { Morph } from './morph'

interface EffectCardProps {
  effect: Effect
  isFirst: boolean
}

/** An effect's card. The whole card is a link, and the clip's button is above it. */
export function EffectCard({ effect: { name, mark, about, path, footage, morph }, isFirst }: EffectCardProps) {
  return (
    <article className="group relative isolate grid grid-cols-1">
      <Morph name={morph}>
        <FootageClip
          footage={footage}
          isFirst={isFirst}
          className="isolation-auto rounded-xl [grid-area:1/1] max-sm:aspect-4/5 lg:aspect-auto lg:h-120 [&>img]:transition-transform [&>img]:duration-700 [&>video]:transition-transform [&>video]:duration-700 group-hover:[&>img]:scale-103 group-hover:[&>video]:scale-103"
        />
      </Morph>
      <div className="pointer-events-none absolute inset-0 rounded-xl bg-linear-to-t from-ink/95 via-ink/35 via-45% to-transparent ring-1 ring-hairline transition-shadow duration-200 ring-inset group-hover:ring-edge" />
      {/* This element isn't positioned, so that its link covers the whole card. */}
      <div className="pointer-events-none z-1 self-end p-[min(1.25rem,6vw)] pt-14 pr-[min(4rem,17vw)] [grid-area:1/1] sm:p-8 sm:pr-20">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-2xl sm:text-[1.75rem]">
          <Link to={path} className="pointer-events-auto after:absolute after:inset-0 after:rounded-xl">
            {name}
            <ArrowUpRight
              aria-hidden="true"
              className="ml-1 inline size-6 text-amber transition-transform duration-200 group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
            />
          </Link>
          <Badge>{mark}</Badge>
        </h2>
        <p className="mt-2 max-w-md text-text/85">{about}</p>
      </div>
    </article>
  )
}
