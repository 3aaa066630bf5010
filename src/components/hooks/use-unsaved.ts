import { useEffect } from 'react'
import { createStore } from '@/lib/store'

/** How many parts of the page hold something that a reload would lose, such as a secret that is shown once. */
export const unsavedParts = createStore(0)

/** Says that the component holds something that a reload would lose. The page then offers no reload. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    unsavedParts.set(unsavedParts.get() + 1)
    return () => unsavedParts.set(unsavedParts.get() - 1)
  }, [isUnsaved])
}
