import { Skeleton } from '@/components/skeleton'

export function LoginSkeleton() {
  return (
    <>
      <Skeleton className="h-13 w-full rounded-md" />
      <div className="mt-4 min-h-17 sm:min-h-12" />
    </>
  )
}
