import { useState } from 'react'
import { useMediaQuery } from '@/components/hooks/use-media-query'
import { readEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const KEY = 'library-view'

export type View = 'grid' | 'list'

/** Returns the view chosen in this browser and the number of columns. The widths are those of the classes in video-lines.tsx. */
export function useView() {
  const [view, setView] = useState<View>(() => readEntry(KEY, s.oneOf<View>('grid', 'list')) ?? 'grid')
  const hasTwo = useMediaQuery('(min-width: 40rem)')
  const hasThree = useMediaQuery('(min-width: 64rem)')
  return {
    view,
    columns: (view === 'list' ? 1 : hasThree ? 3 : hasTwo ? 2 : 1) as 1 | 2 | 3,
    choose(next: View) {
      setView(next)
      writeEntry(KEY, next)
    },
  }
}
