import { type Ref, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useMediaQuery } from '@/components/hooks/use-media-query'
import { Pill } from '@/components/pill'
import { Post } from './post'
import { FILTERS, type Filter, filterItems, type ShowcaseItem } from './showcase'

const SHOWN_AT_FIRST = 8
const SHOWN_AFTER_A_CHANGE = 4
const SHOWN_WITH_MORE = 4

export function Gallery({ items }: { items: readonly ShowcaseItem[] }) {
  const [wanted, setWanted] = useState<{ filter: Filter; count: number }>({ filter: 'all', count: SHOWN_AT_FIRST })
  // Defer the posts, so that the button responds first.
  const { filter, count } = useDeferredValue(wanted)
  const filters = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLUListElement>(null)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')

  const found = filterItems(items, filter)
  const shown = found.slice(0, count)

  // The clicked button may be removed or far below, so the first new post gets the focus.
  const firstNew = useRef<number | null>(null)

  const choose = (next: Filter) => {
    if (next === wanted.filter) return
    firstNew.current = null
    setWanted({ filter: next, count: SHOWN_AFTER_A_CHANGE })
    if (grid.current) grid.current.scrollLeft = 0
    filters.current?.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
  }

  const showMore = () => {
    // The list may still show the category before.
    firstNew.current = wanted.count
    setWanted({ ...wanted, count: wanted.count + SHOWN_WITH_MORE })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has grown
  useEffect(() => {
    if (firstNew.current === null) return
    const post = grid.current?.querySelectorAll('article')[firstNew.current]
    // The click came before this effect, and its posts come later.
    if (!post) return
    post.focus({ preventScroll: true })
    // In a horizontal row, the new posts would be out of view.
    if (grid.current && post.parentElement) grid.current.scrollLeft = post.parentElement.offsetLeft
    firstNew.current = null
  }, [filter, count])

  return (
    <>
      <CategoryFilter ref={filters} chosen={wanted.filter} onChoose={choose} />
      {shown.length > 0 ? (
        // One horizontal row on phones. A vertical list would fill five screens.
        <ul
          ref={grid}
          className="mt-6 gap-4 max-sm:-mx-gutter max-sm:flex max-sm:snap-x max-sm:snap-mandatory max-sm:overflow-x-auto max-sm:px-gutter max-sm:pb-3 sm:grid sm:grid-cols-2 xl:grid-cols-4"
        >
          {shown.map((item) => (
            <li key={item.id} className="min-w-0 max-sm:w-[86%] max-sm:shrink-0 max-sm:snap-center">
              <Post item={item} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-6 border-y border-hairline py-16 text-center text-soft">
          There are no videos in this category
        </p>
      )}
      <div className="mt-8 flex flex-wrap items-center gap-5">
        {found.length > shown.length && (
          <Button variant="secondary" onClick={showMore}>
            More Videos
          </Button>
        )}
        {found.length > 0 && (
          <p role="status" className="text-sm text-soft tabular-nums">
            <span key={`${filter} ${shown.length}`}>
              {shown.length} of {found.length}
              <span className="sr-only"> videos shown</span>
            </span>
          </p>
        )}
      </div>
    </>
  )
}

interface CategoryFilterProps {
  ref: Ref<HTMLDivElement>
  chosen: Filter
  onChoose: (filter: Filter) => void
}

function CategoryFilter({ ref, chosen, onChoose }: CategoryFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div ref={ref} role="group" aria-label="Category" className="flex flex-wrap gap-2">
      {FILTERS.map(({ id, label }) => (
        <Pill key={id} pressed={id === chosen} onClick={() => onChoose(id)}>
          {label}
        </Pill>
      ))}
    </div>
  )
}
