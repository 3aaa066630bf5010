import { env } from '@/config/env'
import { Mark } from './mark'

export function Logo({ nameClass }: { nameClass?: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-[min(0.625rem,3vw)]">
      <Mark className="h-[min(1.75rem,8vw)] w-auto shrink-0" />
      <span className={`truncate text-[min(1.0625rem,5vw)] wide tracking-tight ${nameClass ?? ''}`}>
        {env.siteName}
      </span>
    </span>
  )
}
