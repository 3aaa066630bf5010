import { ArrowUpRight } from 'lucide-react'
import { classNames } from '@/components/class-names'
import { PostLight } from './post-light'
import type { ShowcaseItem } from './showcase'

interface PostCardProps {
  item: ShowcaseItem
  isCovered: boolean
  isLoading: boolean
}

export function PostCard({ item, isCovered, isLoading }: PostCardProps) {
  const { creator, handle, caption, category, model, videoUrl } = item
  const name = creator.replace(` (${handle})`, '')
  return (
    <div
      inert={isCovered}
      className={classNames(
        'group relative isolate flex flex-col p-[min(1.5rem,6vw)] transition-[visibility] duration-500',
        isCovered && 'invisible',
      )}
    >
      <PostLight id={item.id} category={category} isLoading={isLoading} />
      <p className="flex justify-between gap-4 text-sm text-soft">
        <span className="first-letter:uppercase">{category}</span>
        <span>{model}</span>
      </p>
      <p className="mt-5 wide text-heading text-balance text-text">{caption}</p>
      <div className="mt-auto min-w-0">
        <p className="pt-6 font-semibold wrap-anywhere text-text">{name}</p>
        {name !== handle && <p className="text-sm wrap-anywhere text-soft">{handle}</p>}
        <a
          href={videoUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-3 inline-flex items-center gap-1.5 text-sm font-semibold text-text after:absolute after:inset-0 group-hover:text-amber"
        >
          View the post on X
          <ArrowUpRight aria-hidden="true" className="size-4" />
        </a>
      </div>
    </div>
  )
}
