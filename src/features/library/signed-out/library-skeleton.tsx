import { joinClasses } from '@/components/join-classes'
import { Skeleton } from '@/components/skeleton'
import { useExpectedView } from '../use-view'

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

/** Has the shape of the cards or rows that follow. */
export function LibrarySkeleton() {
  const isList = useExpectedView() === 'list'
  return (
    <div
      role="status"
      aria-label="Loading your videos"
      className={joinClasses('grid grid-cols-1', !isList && 'gap-5 sm:grid-cols-2 sm:gap-7 lg:grid-cols-3')}
    >
      {PLACES.slice(0, isList ? 8 : 6).map((place) => (
        <div
          key={place}
          className={isList ? 'flex h-[4.5rem] items-center gap-4 border-t border-hairline' : 'grid gap-2.5'}
        >
          <Skeleton className={isList ? 'aspect-video w-24' : 'aspect-video rounded-lg'} />
          <Skeleton className={isList ? 'h-4 w-2/5' : 'h-5 w-4/5'} />
          <Skeleton className={isList ? 'ml-auto h-4 w-1/5' : 'mb-6 h-4 w-1/4'} />
        </div>
      ))}
    </div>
  )
}
