import { useEffect, useState } from 'react'

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
