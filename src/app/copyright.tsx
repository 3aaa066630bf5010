import { useEffect, useState } from 'react'
import { env } from '@/config/env'

/** A page rendered in December may be read in January: the year it was rendered with is replaced once it runs. */
export function Copyright() {
  const [isRunning, setIsRunning] = useState(false)
  useEffect(() => setIsRunning(true), [])
  return (
    <p key={String(isRunning)} suppressHydrationWarning>
      {`© ${new Date().getFullYear()} ${env.siteName}`}
    </p>
  )
}
