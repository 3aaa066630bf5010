import { useEffect, useState } from 'react'
import { paths } from '@/config/paths'
import { readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const ENTRY = 'login-goal'
/** The state of a link to the sign-in. */
const link = s.object({ from: s.when(s.text, (path) => path.startsWith('/')) })

/**
 * Returns where a sign-in leads: to the page whose link it began with, or else home. This tab keeps it while it is at the provider.
 * @param state of the location
 * @param isBack true if this tab comes back from the provider
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
