// Restores the scroll position after Back and reload. React Router's ScrollRestoration would need a data router, which
// adds 17 KB.
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

/**
 * Returns the storage key of a history entry. After a reload, every page has the key 'default', so the path is used
 * instead.
 */
function getKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/**
 * Saves and restores the scroll position. Render it next to the page, with the page's location. It is a class, because
 * only a class can read the position before the page is replaced.
 */
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

  /**
   * Saves the positions before the document unloads. The browser restores the position when the user returns from
   * another site.
   */
  private leave = (): void => {
    positions[getKey(this.props.location)] = window.scrollY
    writeEntry(ENTRY, positions, 'sessionStorage')
    window.history.scrollRestoration = 'auto'
  }

  private restore(before: Location | null): void {
    const { location } = this.props
    const position = positions[getKey(location)]
    const target = location.hash && document.getElementById(location.hash.slice(1))
    // A page that changes only its query, such as a filter, keeps its position.
    const isSamePage = before?.pathname === location.pathname && before.search !== location.search
    if (position !== undefined) window.scrollTo(0, position)
    else if (target) target.scrollIntoView()
    else if (before && !isSamePage) window.scrollTo(0, 0)
  }
}
