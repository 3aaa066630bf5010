import { useEffect, useState } from 'react'
import { BACK_TO_PROMPT, paths } from '@/config/paths'
import { readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const ENTRY = 'login-goal'
/** The history state of a link to the sign-in page. */
const link = s.object({ from: s.when(s.text, (path) => path.startsWith('/')) })

interface LoginGoal {
  /** The path to open after sign-in. */
  to: string
  /** The history state of that path. */
  state: unknown
  isFromGenerator: boolean
}

/**
 * Returns where a sign-in leads: to the page whose link started it, or to the home page. A sign-in from the generator
 * always leads to the home page, which then offers the way back to the prompt. The path is stored for this tab during
 * the visit to the provider.
 * @param state the location's state
 * @param isBack true if this tab returns from the provider
 */
export function useLoginGoal(state: unknown, isBack: boolean): LoginGoal {
  const [from] = useState(
    () => s.read(link, state)?.from ?? (isBack ? readEntry(ENTRY, s.filled, 'sessionStorage') : null),
  )
  useEffect(() => {
    if (from && !isBack) writeEntry(ENTRY, from, 'sessionStorage')
    else removeEntry(ENTRY, 'sessionStorage')
  }, [from, isBack])
  const isFromGenerator = from === paths.createVideo
  return isFromGenerator
    ? { to: paths.home, state: BACK_TO_PROMPT, isFromGenerator }
    : { to: from ?? paths.home, state: null, isFromGenerator }
}
