import { useEffect, useState } from 'react'

/** True once everything that came with the page is there. */
export function useIsPageLoaded(): boolean {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const settle = () => setIsLoaded(true)
    if (document.readyState === 'complete') return settle()
    window.addEventListener('load', settle, { once: true })
    return () => window.removeEventListener('load', settle)
  }, [])
  return isLoaded
}
