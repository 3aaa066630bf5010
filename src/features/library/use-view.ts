import { useState } from 'react'
import { useMediaQuery } from '@/components/hooks/use-media-query'
import { readEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import type { View } from './filter-url/filter-url'

const KEY = 'library-view'

/** Returns the number of columns of a view. The breakpoints must match the classes in video-lines.tsx. */
export function useColumns(view: View): 1 | 2 | 3 {
  const hasTwo = useMediaQuery('(min-width: 40rem)')
  const hasThree = useMediaQuery('(min-width: 64rem)')
  if (view === 'list') return 1
  return hasThree ? 3 : hasTwo ? 2 : 1
}

/** Returns the view from the URL, or else the view last chosen in this browser. */
export function useView(asked: View | null): { view: View; keep: (view: View) => void } {
  const [chosen, setChosen] = useState<View>(() => readEntry(KEY, s.oneOf<View>('grid', 'list')) ?? 'grid')
  return {
    view: asked ?? chosen,
    keep(view) {
      setChosen(view)
      writeEntry(KEY, view)
    },
  }
}
