import { Skeleton } from '@/components/skeleton'
import { columnsClass } from './columns'

export function VideoSkeleton() {
  return (
    <div role="status" aria-label="Loading your video" className={columnsClass}>
      <Skeleton className="aspect-video w-full rounded-xl" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  )
}
