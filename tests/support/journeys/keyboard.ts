// Uses a page by keyboard: the focused element, its visibility, and the Tab order.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The maximum number of Tab stops, more than any page has. */
const MAX_STOPS = 120

interface Focused {
  /** The name of the focused element. Empty if no element has the focus. */
  name: string
  /** The fault that hides the element, or null. */
  fault: string | null
}

/** Returns the focused element. If the page itself focuses a heading or a row, no focus ring is needed. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', fault: null }
    const labels = element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id))
    const [label] = labels ?? ('labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [])
    const name = element.ariaLabel ?? label?.textContent ?? element.textContent ?? ''
    // The input of a file or a choice is hidden. The box around it shows the focus ring.
    const isPoint = element.getBoundingClientRect().width <= 1
    const around = isPoint ? [element.parentElement, element.parentElement?.parentElement] : [element]
    const ringed = around.find((one) => one && getComputedStyle(one).outlineStyle !== 'none')
    const shown = ringed ?? element
    const isStop = element.tabIndex >= 0 && element.tagName !== 'VIDEO'
    const { left, top, right, bottom } = shown.getBoundingClientRect()
    // Elements outside the Tab order can be larger than the window.
    const [upper, lower] = isStop ? [top, bottom] : [Math.max(top, 0), Math.min(bottom, innerHeight)]
    const seen = document.elementFromPoint((left + right) / 2, (upper + lower) / 2)
    const isSeen = seen !== null && (shown.contains(seen) || seen.contains(shown))
    const fault = !isSeen ? `hidden at ${Math.round(top)}` : isStop && !ringed ? 'no ring' : null
    return { name: name.trim().replace(/\s+/g, ' '), fault }
  })
}

/** Waits until this element has the focus and is visible. */
export async function expectFocus(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => focused(page)).toEqual({ name: expect.stringMatching(name), fault: null })
}

/** Waits until an open dialog has the focus. A key that is pressed earlier goes to the page below it. */
export async function expectDialogFocus(page: Page): Promise<void> {
  const isInDialog = () => page.evaluate(() => Boolean(document.activeElement?.closest('dialog[open]')))
  await expect.poll(isInDialog).toBe(true)
}

/** Waits until another page has opened and has the focus. The previous element loses the focus. */
export async function expectNewPage(page: Page, address: string): Promise<void> {
  await page.waitForURL(address)
  // The URL changes before the page does, and the login page is empty while it closes.
  const isNew = (main: Element) => main === document.activeElement && main.querySelector('h1') !== null
  await expect.poll(() => page.getByRole('main').evaluate(isNew)).toBe(true)
}

/** Presses Tab, or `Shift+Tab` to go back, until this element has the focus and is visible. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  while (passed.length < MAX_STOPS) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (name.test(now.name)) return expectFocus(page, name)
    passed.push(now.name)
  }
  throw new Error(`${key} does not lead to ${name}, but to: ${passed.join(' | ')}`)
}

/** Calls tabTo(), then presses Enter. */
export async function enter(page: Page, name: RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, name, key)
  await page.keyboard.press('Enter')
}
