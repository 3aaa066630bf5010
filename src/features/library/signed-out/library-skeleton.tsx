import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { Skeleton } from '@/components/skeleton'
import { paths } from '@/config/paths'

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8]

/** Has the shape of the cards or rows that follow. */
export function LibrarySkeleton() {
  const isList = useIsList()
  return (
    <div
      role="status"
      aria-label="Loading your videos"
      className={`grid grid-cols-1 ${isList ? '' : 'gap-5 sm:grid-cols-2 sm:gap-7 lg:grid-cols-3'}`}
    >
      {PLACES.slice(0, isList ? 8 : 6).map((place) => (
        <div key={place} className={isList ? 'video-line' : 'video-card pb-7'}>
          <Skeleton className="video-picture" />
          <Skeleton className="h-5 w-4/5" />
          {!isList && <Skeleton className="col-start-1 h-4 w-1/3" />}
        </div>
      ))}
    </div>
  )
}

/** Returns whether the address asks for the list. A prerendered page has the grid. */
function useIsList(): boolean {
  const { pathname, search } = useLocation()
  const isList = () => pathname === paths.videos && new URLSearchParams(search).get('view') === 'list'
  return useSyncExternalStore(subscribeToNothing, isList, () => false)
}

const subscribeToNothing = () => () => undefined
