import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Repeats clicks on buttons whose code hadn't loaded yet. public/start.js records these clicks, because React doesn't
 * replay them. Render it last in the part, so that its effects run after the part's own effects.
 */
export function EarlyClicks({ part }: { part: 'main' | '[data-late]' }) {
  const clicked = useRef<(HTMLButtonElement | undefined)[]>([])

  // Read the clicks in the same commit that attaches the handlers, so that no click is lost or repeated.
  useLayoutEffect(() => {
    clicked.current = window.takeEarlyClicks?.(document.querySelector(part) as Element) ?? []
  }, [part])

  useEffect(() => {
    for (const button of clicked.current.splice(0)) {
      if (!button?.isConnected) continue
      delete button.dataset.clicked
      button.click()
    }
  }, [])

  return null
}

declare global {
  interface Window {
    /** Returns the recorded clicks of a part, and stops recording there. */
    takeEarlyClicks?: (part: Element) => (HTMLButtonElement | undefined)[]
  }
}
