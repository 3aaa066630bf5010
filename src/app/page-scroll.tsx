// Back and reload keep the position. React Router's ScrollRestoration would need a data router, which weighs 17 KB.
import { Component } from 'react'
import type { Location } from 'react-router-dom'
import { writeEntry } from '@/lib/browser/storage'

const ENTRY = 'scroll-positions'
const positions = import.meta.env.SSR ? {} : readPositions()

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(window.sessionStorage.getItem(ENTRY) ?? '{}')
  } catch {
    return {}
  }
}

/** Returns the key of a history entry. After a reload every page has the key 'default' and would open at another page's position. */
function getKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/** Stands beside the page, with the page's location. It is a class, because only a class can read before the page is replaced. */
export class PageScroll extends Component<{ location: Location }> {
  override componentDidMount(): void {
    window.history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', this.leave)
    this.restore(null)
  }

  override componentWillUnmount(): void {
    window.removeEventListener('pagehide', this.leave)
  }

  override getSnapshotBeforeUpdate({ location }: { location: Location }): null {
    if (location !== this.props.location) positions[getKey(location)] = window.scrollY
    return null
  }

  override componentDidUpdate({ location }: { location: Location }): void {
    if (location !== this.props.location) this.restore(location)
  }

  override render(): null {
    return null
  }

  /** Leaves a page to which the user comes back from another site to the browser. */
  private leave = (): void => {
    positions[getKey(this.props.location)] = window.scrollY
    writeEntry(ENTRY, positions, 'sessionStorage')
    window.history.scrollRestoration = 'auto'
  }

  private restore(before: Location | null): void {
    const { location } = this.props
    const position = positions[getKey(location)]
    const target = location.hash && document.getElementById(location.hash.slice(1))
    // A page that only changes its own query, such as a filter, stays where it is.
    const isSamePage = before?.pathname === location.pathname && before.search !== location.search
    if (position !== undefined) window.scrollTo(0, position)
    else if (target) target.scrollIntoView()
    else if (before && !isSamePage) window.scrollTo(0, 0)
  }
}
