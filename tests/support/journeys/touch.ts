import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Makes a finger the only pointer of this page. Returns a function that gives the mouse back. */
export async function replaceMouseByFinger(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  return () => session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
}

/** The smallest side of a touch target, in CSS pixels. */
const MIN_SIDE = 44

/**
 * Returns the elements that a finger may miss: less than 44 CSS pixels react in one direction. It probes the points
 * around each element's middle, because a pseudo-element can extend its area. Links inside a sentence are exempt. An open
 * menu is probed alone, because it covers what is behind it.
 */
export function listSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((minSide) => {
    const found: string[] = []
    const menu = document.querySelector(':popover-open:has([role=menu])')
    const elements = (menu ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=slider], [role=option], [role^=menuitem]',
    )
    for (const element of elements) {
      // The button inside a styled select shows the chosen option. The whole select reacts.
      const target = element.closest('select, label') ?? element
      if (element.matches(':disabled') || element.closest('[inert], [aria-hidden=true]')) continue
      if (!target.checkVisibility({ visibilityProperty: true }) || isInSentence(target)) continue
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = target.getBoundingClientRect()
      // Hidden for the eye, such as the link to the content, which appears with the focus.
      if (box.width <= 1 || box.height <= 1 || box.bottom <= 0) continue
      const width = Math.max(box.width, reach(target, box, 1, 0))
      const height = Math.max(box.height, reach(target, box, 0, 1))
      if (width >= minSide - 0.5 && height >= minSide - 0.5) continue
      const name =
        element.getAttribute('aria-label') || element.textContent?.trim() || element.getAttribute('name') || element.id
      found.push(
        `${element.tagName.toLowerCase()} "${name?.slice(0, 40)}" ${Math.round(width)} x ${Math.round(height)}`,
      )
    }
    return [...new Set(found)]

    /** Returns the length of the line through the middle on which the target reacts. */
    function reach(target: Element, box: DOMRect, right: number, down: number): number {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      let length = 1
      for (const sign of [1, -1]) {
        for (let step = 1; step <= minSide; step += 1) {
          const hit = document.elementFromPoint(x + sign * step * right, y + sign * step * down)
          if (!hit || !(target.contains(hit) || hit.closest('label') === target)) break
          length += 1
        }
      }
      return length
    }

    function isInSentence(element: Element): boolean {
      if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false
      const around = element.parentElement?.closest('p, li, dd, td, figcaption, legend, label, h2, h3, div')
      return (around?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0)
    }
  }, MIN_SIDE)
}
