import { ArrowUpRight } from 'lucide-react'
import { Badge } from '@/components/badge'
import { joinClasses } from '@/components/join-classes'
import { PostLight } from './post-light'
import { PostVideo } from './post-video'
import type { ShowcaseItem } from './showcase'

interface PostCardProps {
  item: ShowcaseItem
  isCovered: boolean
  isLoading: boolean
  /** Whether the post can't be shown. One of our videos then plays behind the text. */
  hasFootage: boolean
}

export function PostCard({ item, isCovered, isLoading, hasFootage }: PostCardProps) {
  const { creator, handle, caption, category, model, videoUrl } = item
  const name = creator.replace(` (${handle})`, '')
  const quiet = hasFootage ? 'text-text' : 'text-soft'
  return (
    <div
      inert={isCovered}
      className={joinClasses(
        'group relative isolate flex flex-col p-[min(1.5rem,6vw)] transition-[visibility] duration-500',
        isCovered && 'invisible',
      )}
    >
      <PostLight id={item.id} category={category} isLoading={isLoading} />
      <p className={`flex justify-between gap-4 text-sm ${quiet}`}>
        <span className="first-letter:uppercase">{category}</span>
        <span>{model}</span>
      </p>
      <p className="mt-5 wide text-heading text-balance text-text">{caption}</p>
      <div className="mt-auto min-w-0">
        {hasFootage && (
          <p className="pt-6">
            <Badge tone="quiet">Illustration</Badge>
          </p>
        )}
        <p className={`font-semibold wrap-anywhere text-text ${hasFootage ? 'pt-3' : 'pt-6'}`}>{name}</p>
        {name !== handle && <p className={`text-sm wrap-anywhere ${quiet}`}>{handle}</p>}
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
      {hasFootage && <PostVideo item={item} />}
    </div>
  )
}
