import { type RefObject, useEffect } from 'react'

/** Moves the focus to the nearest ancestor with `tabindex="-1"` when the focused element is removed. */
export function useRestoredFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = container.current
    if (!root) return
    let last: Element | null = null
    let around: HTMLElement[] = []

    function onFocusIn({ target }: FocusEvent) {
      last = target instanceof Element && root?.contains(target) ? target : null
      around = []
      for (let element = last?.parentElement; element && element !== root; element = element.parentElement) {
        if (element.tabIndex === -1 && element.hasAttribute('tabindex')) around.push(element)
      }
    }
    // A click on an empty area also removes the focus, but on purpose. The element that had the focus is still in the
    // document.
    function onFocusOut({ target }: FocusEvent) {
      queueMicrotask(() => {
        const isLeft = target instanceof Element && target.isConnected && document.activeElement === document.body
        if (isLeft) last = null
      })
    }
    function onChange() {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = null
      const next = around.find((element) => element.isConnected)
      next?.focus({ preventScroll: true })
      if (next && !isInWindow(next)) next.scrollIntoView({ block: 'nearest' })
    }

    const observer = new MutationObserver(onChange)
    observer.observe(root, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [container])
}

/**
 * Returns whether an element is visible and not covered by the header. The scroll margin equals the header's height.
 */
function isInWindow(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= Number.parseFloat(getComputedStyle(element).scrollMarginTop || '0') && top < window.innerHeight
}
