import { useId } from 'react'
import { env } from '@/config/env'

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

/** The logo. public/favicon.svg is the same drawing. */
function Mark({ className }: { className?: string }) {
  const gradient = useId()
  return (
    <svg viewBox="0 0 30 28" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={gradient} x1="0" x2="1" y1="0" y2="0">
          <stop offset="0" stopColor="var(--color-amber)" />
          <stop offset="1" stopColor="var(--color-coral)" />
        </linearGradient>
      </defs>
      <path
        d="M2 2.5v23M7 5.5v17M12 8.4v11.2M17 11v6M22 13.1v1.8"
        fill="none"
        stroke={`url(#${gradient})`}
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="27.5" cy="14" r="1.5" fill="var(--color-coral)" />
    </svg>
  )
}
