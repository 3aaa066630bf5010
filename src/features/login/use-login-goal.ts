import { useEffect, useState } from 'react'
import { paths } from '@/config/paths'
import { readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const ENTRY = 'login-goal'
/** The history state of a link to the sign-in page. */
const link = s.object({ from: s.when(s.text, (path) => path.startsWith('/')) })

/**
 * Returns the path to open after sign-in: the page whose link started it, or the home page. The path is stored for this
 * tab during the visit to the provider.
 * @param state the location's state
 * @param isBack true if this tab returns from the provider
 */
export function useLoginGoal(state: unknown, isBack: boolean): string {
  const [from] = useState(
    () => s.read(link, state)?.from ?? (isBack ? readEntry(ENTRY, s.filled, 'sessionStorage') : null),
  )
  useEffect(() => {
    if (from && !isBack) writeEntry(ENTRY, from, 'sessionStorage')
    else removeEntry(ENTRY, 'sessionStorage')
  }, [from, isBack])
  return from ?? paths.home
}
