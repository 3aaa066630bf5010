import { env } from '@/config/env'
import { Mark } from './mark'

/** The mark with the name of the site. */
export function Logo({ nameClass }: { nameClass?: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <Mark className="h-7 w-auto shrink-0" />
      <span className={`truncate text-[1.0625rem] wide tracking-tight ${nameClass ?? ''}`}>{env.siteName}</span>
    </span>
  )
}
