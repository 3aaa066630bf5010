import { useEffect, useState } from 'react'
import { onClear } from '@/lib/browser/personal-data'
import { readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const ENTRY = 'debug-user-id'

const shape = s.object({ typed: s.text })

/**
 * Returns the typed user ID, which may be empty, or null until the user types. It remains after a reload of this tab,
 * and until a sign-out.
 */
export function useTypedId(): [string | null, (typed: string) => void] {
  const [typedId, setTypedId] = useState(() => readEntry(ENTRY, shape, 'sessionStorage')?.typed ?? null)
  useEffect(
    () =>
      onClear(() => {
        removeEntry(ENTRY, 'sessionStorage')
        setTypedId(null)
      }),
    [],
  )
  return [
    typedId,
    (typed) => {
      writeEntry(ENTRY, { typed }, 'sessionStorage')
      setTypedId(typed)
    },
  ]
}
