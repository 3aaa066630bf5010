import { ArrowUpRight } from 'lucide-react'
import { joinClasses } from '@/components/join-classes'
import type { ShowcaseCategory, ShowcaseItem } from './showcase'

interface PostCardProps {
  item: ShowcaseItem
  isCovered: boolean
  isLoading: boolean
}

/** Shows a post's words as a title card. We have no picture of the post, and another picture would claim to be it. */
export function PostCard({ item, isCovered, isLoading }: PostCardProps) {
  const { creator, handle, caption, category, model, videoUrl } = item
  const name = creator.replace(` (${handle})`, '')
  return (
    <div
      inert={isCovered}
      className={joinClasses(
        'group relative isolate flex flex-col p-[min(1.5rem,6vw)] transition-[visibility] duration-500',
        isCovered && 'invisible',
      )}
    >
      <span
        aria-hidden="true"
        className={joinClasses(
          'absolute inset-0 -z-10 bg-[radial-gradient(130%_52%_at_30%_108%,currentColor,transparent)] opacity-35 transition-opacity duration-300 group-hover:opacity-60',
          LIGHTS[category],
          isLoading && 'animate-pulse-soft',
        )}
      />
      <p className="flex justify-between gap-4 border-b border-hairline pb-3 text-sm text-soft">
        <span className="first-letter:uppercase">{category}</span>
        <span>{model}</span>
      </p>
      <p className="mt-6 wide text-[1.625rem]/[1.22] text-balance text-text">{caption}</p>
      <div className="mt-auto min-w-0 pt-6">
        <p className="font-semibold wrap-anywhere text-text">{name}</p>
        {name !== handle && <p className="text-sm wrap-anywhere">{handle}</p>}
        <a
          href={videoUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-3 inline-flex items-center gap-1.5 text-sm font-semibold text-text after:absolute after:inset-0 group-hover:text-amber"
        >
          View on X
          <ArrowUpRight aria-hidden="true" className="size-4" />
        </a>
      </div>
    </div>
  )
}

const LIGHTS: Record<ShowcaseCategory, string> = {
  movie: 'text-light-movie',
  animation: 'text-light-animation',
  product: 'text-light-product',
  'talk show': 'text-light-stage',
  other: 'text-light-other',
}
