import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** An option's words stand in columns: axe reads them without the gaps between, and misses them in its name. */
const EXCLUDED = [['option']]

/**
 * What axe finds serious or critical on the page as it stands, one line each: rule, help and the element.
 * Frames of other sites are theirs. `within`: a selector of the part that is looked at.
 */
export async function seriousFaults(page: Page, within = 'html'): Promise<string[]> {
  await comeToRest(page)
  // Evaluated by the browser's debugger, which the page's content security policy does not bind.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({ include: [[within]], exclude: EXCLUDED })}, { resultTypes: ['violations'], iframes: false })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id} (${help}): ${node.html}`))
}

/** How many frames nothing may have begun to move in: what comes into sight is told a frame or two later. */
const QUIET_FRAMES = 5

/** Colours are judged as they are: what fades in must have come to rest. */
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
            !(effect instanceof KeyframeEffect && effect.target?.matches('.playhead')) &&
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
