import axe, { type AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { getOverflow } from './layout.ts'

/** Rules for WCAG 2.2 AA that axe runs only on request. Some are experimental. */
const MORE_RULES = [
  'css-orientation-lock',
  'focus-order-semantics',
  'p-as-heading',
  'table-fake-caption',
  'target-size',
  'td-has-header',
]

/**
 * Focus guards around the toasts, for users who press F6. A guard passes the focus on at once, so the focus never rests
 * on it.
 */
const EXCLUDED = [['[data-base-ui-focus-guard]']]

/**
 * Returns axe's findings on the page. It uses axe's own rules and all rules for WCAG 2.2 A and AA, whatever their
 * impact. Each finding contains the impact, rule, help, element, and fault. Frames of other sites are skipped. `within`
 * is a selector of the part to examine.
 */
export async function axeFaults(page: Page, within = 'html'): Promise<string[]> {
  await comeToRest(page)
  // The browser's debugger runs this script, so the page's content security policy doesn't block it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const context = { include: [[within]], exclude: EXCLUDED }
  const rules = Object.fromEntries(MORE_RULES.map((rule) => [rule, { enabled: true }]))
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ rules, resultTypes: ['violations'], iframes: false })})`,
  )
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${impact} ${id} (${help}): ${html} ${failureSummary}`),
  )
}

/** A phone and a wide window. In between, pages.test.ts measures whether each page fits. */
const WIDTHS = [360, 1440]

const isCovered = (fault: string) => fault.includes('because it is partially obscured')

/** More than the height of a control, in pixels. */
const SCROLL = 96

/**
 * Expects no findings of axeFaults() at two widths, and no sideways scrolling. `show` opens an element that a change of the width closes. Escape
 * closes it again.
 */
export async function expectNoFaults(page: Page, state: string, show?: () => Promise<unknown>): Promise<void> {
  for (const width of WIDTHS) {
    // At another width, the pointer could rest on an element and change its color.
    await page.mouse.move(0, 0)
    await page.setViewportSize({ width, height: 900 })
    await show?.()
    const faults = await axeFaults(page)
    // An open list can cover a control, which is visible again when the list is closed. The sticky footer of a form covers
    // others until the page scrolls.
    let later: string[] = []
    if (!show && faults.some(isCovered)) {
      await page.mouse.wheel(0, SCROLL)
      later = await axeFaults(page)
      await page.mouse.wheel(0, -SCROLL)
    }
    const found = faults.filter((fault) => !isCovered(fault) || later.includes(fault))
    expect.soft([state, width, await getOverflow(page), found]).toEqual([state, width, 0, []])
    if (show) await page.keyboard.press('Escape')
  }
}

/** Returns the first button with this name. A string must match the whole name. */
export const click = (scope: Page | Locator, name: string | RegExp) =>
  scope
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** The number of quiet frames that end the wait. Parts that scroll into view start one or two frames later. */
const QUIET_FRAMES = 5

/** The longest wait for a page to come to rest, in milliseconds. The longest animation on entry takes 6 s. */
const REST_TIMEOUT_MS = 30_000

/**
 * Waits for animations to end, because a fading element has other colors. A script in the page has no time limit, so
 * this one counts its own.
 */
async function comeToRest(page: Page): Promise<void> {
  const moving = await page.evaluate(
    async ({ quietFrames, timeout }) => {
      // Animations that depend on scrolling never end. Endless ones and those of a playhead don't either.
      const ending = () =>
        document
          .getAnimations()
          .filter(
            ({ playState, timeline, effect }) =>
              playState === 'running' &&
              timeline instanceof DocumentTimeline &&
              !(effect instanceof KeyframeEffect && effect.target?.closest('.playhead, .played')) &&
              effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
          )
      const within = (milliseconds: number, wait: Promise<unknown>) =>
        Promise.race([wait, new Promise((done) => setTimeout(done, milliseconds))])
      const start = Date.now()
      for (let quiet = 0; quiet < quietFrames; quiet += 1) {
        await within(1000, new Promise(requestAnimationFrame))
        const moving = ending()
        if (moving.length === 0) continue
        if (Date.now() - start > timeout) return moving.map(describe)
        quiet = -1
        await within(timeout, Promise.allSettled(moving.map((animation) => animation.finished)))
      }
      return []

      function describe({ id, effect, currentTime }: Animation): string {
        const target = effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 200) : ''
        return `${id} at ${String(currentTime)} ms: ${target}`
      }
    },
    { quietFrames: QUIET_FRAMES, timeout: REST_TIMEOUT_MS },
  )
  expect(moving, 'animations that never end').toEqual([])
}
