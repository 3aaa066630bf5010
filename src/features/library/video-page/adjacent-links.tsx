import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { joinClasses } from '@/components/join-classes'
import { getVideoPath } from '@/config/paths'
import type { AdjacentVideo, AdjacentVideos } from './use-adjacent-videos'

interface AdjacentLinksProps {
  /** The adjacent videos. Null while unknown. */
  adjacent: AdjacentVideos | null
  search: string
}

/** Links to the previous and the next video. */
export function AdjacentLinks({ adjacent, search }: AdjacentLinksProps) {
  const hasBoth = adjacent?.previous && adjacent.next
  return (
    <nav
      aria-label="Other videos"
      className={`grid min-h-16 gap-3 sm:gap-6 ${hasBoth ? 'grid-cols-2' : 'grid-cols-1'}`}
    >
      {adjacent?.previous && <AdjacentLink neighbor={adjacent.previous} search={search} />}
      {adjacent?.next && <AdjacentLink neighbor={adjacent.next} search={search} isNext />}
    </nav>
  )
}

function AdjacentLink({
  neighbor,
  search,
  isNext = false,
}: {
  neighbor: AdjacentVideo
  search: string
  isNext?: boolean
}) {
  const Arrow = isNext ? ChevronRight : ChevronLeft
  return (
    <Link
      to={getVideoPath(neighbor.id, search)}
      className={joinClasses(
        'group flex min-w-0 items-center gap-2 rounded-lg border border-hairline px-[min(0.75rem,3vw)] py-2.5 hover:border-edge hover:bg-raise',
        isNext && 'flex-row-reverse text-right',
      )}
    >
      <Arrow aria-hidden="true" className="size-5 shrink-0 text-soft group-hover:text-amber" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-soft">{isNext ? 'Next' : 'Previous'}</span>{' '}
        <span className="line-clamp-2 text-[0.9375rem] wrap-anywhere">{neighbor.name}</span>
      </span>
    </Link>
  )
}
