import { Skeleton } from '@/components/skeleton'

export function LibrarySkeleton() {
  return (
    <div role="status" aria-label="Loading your videos">
      {['first', 'second', 'third'].map((row) => (
        <div
          key={row}
          className="grid grid-cols-1 gap-5 border-t border-hairline py-6 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] sm:gap-7 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
        >
          <Skeleton className="aspect-video rounded-lg" />
          <div className="grid content-start gap-3">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
