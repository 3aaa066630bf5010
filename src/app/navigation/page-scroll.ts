// Back and reload keep the place; a new page begins at its top, or at the place that its hash names.
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Location } from 'react-router-dom'
import { writeEntry } from '@/lib/browser/storage'

const ENTRY = 'scroll-positions'
let positions: Record<string, number> | null = null

function read(): Record<string, number> {
  try {
    positions ??= JSON.parse(window.sessionStorage.getItem(ENTRY) ?? '{}') as Record<string, number>
  } catch {
    positions = {}
  }
  return positions
}

/** Returns the key of a history entry. After a reload every page has the key 'default' and would open at another page's position. */
function getKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/** Stores the scroll position. Call it before the page is replaced. */
export function keepScroll(location: Location): void {
  read()[getKey(location)] = window.scrollY
}

export function usePageScroll(location: Location): void {
  const before = useRef<Location | null>(null)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    // Whoever leaves the site and comes back is the browser's.
    const onLeave = () => {
      keepScroll(location)
      writeEntry(ENTRY, read(), 'sessionStorage')
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [location])

  useLayoutEffect(() => {
    const place = read()[getKey(location)]
    const target = location.hash && document.getElementById(location.hash.slice(1))
    if (place !== undefined) window.scrollTo(0, place)
    else if (target) target.scrollIntoView()
    // A page that only changes its own query, such as a filter, stays where it is.
    else if (before.current && !isOtherQuery(before.current, location)) window.scrollTo(0, 0)
    before.current = location
  }, [location])
}

function isOtherQuery(before: Location, { pathname, search }: Location): boolean {
  return before.pathname === pathname && before.search !== search
}
