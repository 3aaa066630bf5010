import { startTransition, useEffect, useState } from 'react'
import { hasInput, watchInput } from '@/lib/browser/input'

/** True after the first input has been answered: what follows from it is not in its way. */
export function useHasInput(): boolean {
  const [isThere, setIsThere] = useState(hasInput.get)
  useEffect(() => {
    const note = () => startTransition(() => setIsThere(hasInput.get()))
    if (isThere || hasInput.get()) return note()
    const ends = [hasInput.subscribe(note), watchInput()]
    return () => {
      for (const end of ends) end()
    }
  }, [isThere])
  return isThere
}
