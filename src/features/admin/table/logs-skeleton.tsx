import { Skeleton } from '@/components/skeleton'
import { useTexts } from '../texts/texts'

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

export function LogsSkeleton() {
  const text = useTexts().records.loading
  return (
    <div className="rounded-xl border border-hairline bg-panel">
      <p role="status" className="sr-only">
        {text}
      </p>
      <div className="grid grid-cols-2 gap-4 border-b border-hairline p-4 sm:p-6 md:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <Skeleton className="col-span-2 h-19 md:col-span-1" />
        <Skeleton className="h-19" />
        <Skeleton className="h-19" />
      </div>
      <div className="divide-y divide-hairline">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center gap-4 px-4 py-5 sm:px-6">
            <Skeleton className="size-9 shrink-0 rounded-full" />
            <Skeleton className="h-4 flex-2" />
            <Skeleton className="hidden h-4 flex-1 md:block" />
            <Skeleton className="hidden h-4 flex-1 md:block" />
            <Skeleton className="h-4 flex-1" />
          </div>
        ))}
      </div>
    </div>
  )
}
