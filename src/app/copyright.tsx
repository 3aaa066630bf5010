import { useEffect, useState } from 'react'
import { env } from '@/config/env'

/** A prerendered page may be from last year, so the year is rendered again once the page runs. */
export function Copyright() {
  const [isRunning, setIsRunning] = useState(false)
  useEffect(() => setIsRunning(true), [])
  return (
    <p key={String(isRunning)} suppressHydrationWarning>
      {`© ${new Date().getFullYear()} ${env.siteName}`}
    </p>
  )
}
