// A page without a mouse: where the focus is, whether it can be seen, and how Tab leads on.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** More stops than any page has. */
const MAX_STOPS = 120

interface Focused {
  /** Empty when nothing has the focus. */
  name: string
  /** The fault that hides it. Null for none. */
  fault: string | null
}

/** Returns the focused element. If the page itself puts the focus on a heading or a row, no ring is needed. */
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
    // A file or a choice is taken through the box around, whose ring is the one that shows.
    const isPoint = element.getBoundingClientRect().width <= 1
    const around = isPoint ? [element.parentElement, element.parentElement?.parentElement] : [element]
    const ringed = around.find((one) => one && getComputedStyle(one).outlineStyle !== 'none')
    const shown = ringed ?? element
    const isStop = element.tabIndex >= 0 && element.tagName !== 'VIDEO'
    const { left, top, right, bottom } = shown.getBoundingClientRect()
    // Elements that take no focus may be larger than the window.
    const [upper, lower] = isStop ? [top, bottom] : [Math.max(top, 0), Math.min(bottom, innerHeight)]
    const seen = document.elementFromPoint((left + right) / 2, (upper + lower) / 2)
    const isSeen = seen !== null && (shown.contains(seen) || seen.contains(shown))
    const fault = !isSeen ? `hidden at ${Math.round(top)}` : isStop && !ringed ? 'no ring' : null
    return { name: name.trim().replace(/\s+/g, ' '), fault }
  })
}

/** Waits until this has the focus and it can be seen. */
export async function expectFocus(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => focused(page)).toEqual({ name: expect.stringMatching(name), fault: null })
}

/** Until another page has come and taken the focus: from what was reached before, it is taken away. */
export async function expectNewPage(page: Page, address: string): Promise<void> {
  await page.waitForURL(address)
  // The address changes before the page does, and a login page that is being left is empty.
  const isNew = (main: Element) => main === document.activeElement && main.querySelector('h1') !== null
  await expect.poll(() => page.getByRole('main').evaluate(isNew)).toBe(true)
}

/** Waits until Tab has led to this, forwards or `Shift+Tab` back, and it can be seen. */
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

/** tabTo(), then Enter. */
export async function enter(page: Page, name: RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, name, key)
  await page.keyboard.press('Enter')
}
