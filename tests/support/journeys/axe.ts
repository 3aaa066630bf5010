import axe, { type AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Parts of WCAG 2.2 AA that axe leaves out unless asked for, some because it still tries them out. */
const MORE_RULES = [
  'css-orientation-lock',
  'focus-order-semantics',
  'p-as-heading',
  'table-fake-caption',
  'target-size',
  'td-has-header',
]

/** Guards of the messages' focus, for who came to them by F6: what they are focused by passes the focus on at once, so it never rests on one. */
const EXCLUDED = [['[data-base-ui-focus-guard]']]

/**
 * Returns axe's findings on the page, by its own rules and all rules for WCAG 2.2 A and AA, whatever their impact. Each text has
 * impact, rule, help, element, and fault. Frames of other sites are skipped. `within`: a selector of the part to examine.
 */
export async function axeFaults(page: Page, within = 'html'): Promise<string[]> {
  await comeToRest(page)
  // Evaluated by the browser's debugger, which the page's content security policy does not bind.
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

const WIDTHS = [360, 768, 1440]

/** axeFaults() at three widths. `show` opens what a change of the window's width closes; Escape puts it away again. */
export async function expectNoFaults(page: Page, state: string, show?: () => Promise<unknown>): Promise<void> {
  for (const width of WIDTHS) {
    // Where it clicked, another width may have what its resting there would color, in its own time.
    await page.mouse.move(0, 0)
    await page.setViewportSize({ width, height: 900 })
    await show?.()
    const faults = await axeFaults(page)
    // An open list may cover a part of a control, which is free again once the list is closed.
    const isCovered = (fault: string) => show !== undefined && fault.includes('because it is partially obscured')
    expect.soft([state, width, faults.filter((fault) => !isCovered(fault))]).toEqual([state, width, []])
    if (show) await page.keyboard.press('Escape')
  }
}

/** The first button of this name, to the letter where it is a text. */
export const click = (scope: Page | Locator, name: string | RegExp) =>
  scope
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** The number of quiet frames that end the wait. Parts that come into view start a frame or two later. */
const QUIET_FRAMES = 5

/** Colors are judged as they are: what fades in must have come to rest. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async (quietFrames) => {
    // One that is tied to the scrolling never ends; an endless one neither, nor that of a playhead.
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
    for (let quiet = 0; quiet < quietFrames; quiet += 1) {
      await new Promise(requestAnimationFrame)
      const moving = ending()
      if (moving.length === 0) continue
      quiet = -1
      await Promise.allSettled(moving.map((animation) => animation.finished))
    }
  }, QUIET_FRAMES)
}
