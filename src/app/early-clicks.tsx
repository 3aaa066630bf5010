import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Clicks the buttons that were clicked before their part of the page had its code, which public/start.js has noted: React repeats no
 * such click. It stands last in the part, so that its effects come after those of the part.
 */
export function EarlyClicks({ part }: { part: 'main' | '[data-late]' }) {
  const clicked = useRef<HTMLButtonElement[]>([])

  // Together with the handlers of the part, so that no click is lost or done twice.
  useLayoutEffect(() => {
    clicked.current = window.takeEarlyClicks?.(document.querySelector(part) as Element) ?? []
  }, [part])

  useEffect(() => {
    for (const button of clicked.current.splice(0)) {
      delete button.dataset.clicked
      if (button.isConnected) button.click()
    }
  }, [])

  return null
}

declare global {
  interface Window {
    /** Returns the buttons that were clicked in a part, and notes no more of them. */
    takeEarlyClicks?: (part: Element) => HTMLButtonElement[]
  }
}
