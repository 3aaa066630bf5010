import { useEffect } from 'react'
import { unsavedParts } from '@/lib/browser/unsaved'

/** Says that the component holds something that a reload would lose. The page then offers no reload. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    unsavedParts.set(unsavedParts.get() + 1)
    return () => unsavedParts.set(unsavedParts.get() - 1)
  }, [isUnsaved])
}
