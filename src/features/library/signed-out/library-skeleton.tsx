import { Skeleton } from '@/components/skeleton'

export function LibrarySkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your videos"
      className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-7 lg:grid-cols-3"
    >
      {['first', 'second', 'third'].map((video) => (
        <div key={video} className="grid content-start gap-3 py-4">
          <Skeleton className="aspect-video rounded-lg" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-1/3" />
        </div>
      ))}
    </div>
  )
}
