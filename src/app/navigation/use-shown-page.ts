import { type ComponentType, startTransition, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'
import { getLoadedPage, loadPage } from '@/app/router'
import { isMoving, type PageMove } from '@/components/page-move'
import { keepScroll } from './page-scroll'

export interface ShownPage {
  location: Location
  /** The page's component. Null while its code loads and if the code did not arrive. */
  Page: ComponentType | null
  /** The reason if the code did not arrive. */
  error: unknown
}

/** Returns the page to show. The address changes at once, and the page before stays until the next page's code has arrived. */
export function useShownPage(): { shown: ShownPage; isLoading: boolean; move: PageMove | null } {
  const wanted = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const [move, setMove] = useState<PageMove | null>(null)
  const [shown, setShown] = useState<ShownPage>(() => ({
    location: wanted,
    Page: getLoadedPage(wanted.pathname),
    error: null,
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that is wanted
  useLayoutEffect(() => {
    const before = shown.location
    if (before === wanted && shown.Page) return
    let isStale = false

    const show = (next: ShownPage) => {
      if (isStale) return
      if (before !== wanted) keepScroll(before)
      const moves = isMoving(wanted) || (isReturn && isMoving(before))
      if (!moves || before.pathname === wanted.pathname || !document.startViewTransition) {
        startTransition(() => setShown(next))
        return
      }
      // The moving elements need their names before the browser captures the old page.
      const move = { from: before.pathname, to: wanted.pathname }
      flushSync(() => setMove(move))
      const { ready, finished } = document.startViewTransition(() => {
        // In a tab that draws slowly another address may be wanted by now.
        if (!isStale) flushSync(() => setShown(next))
      })
      // They reject where another one begins, or the tab is hidden.
      void Promise.allSettled([ready, finished]).then(() => setMove((now) => (now === move ? null : now)))
    }

    loadPage(wanted.pathname).then(
      (Page) => show({ location: wanted, Page, error: null }),
      (error) => show({ location: wanted, Page: null, error }),
    )
    return () => {
      isStale = true
    }
  }, [wanted])

  return { shown, isLoading: shown.location !== wanted, move }
}
