import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds serious or critical on the page as it stands, one line each: rule, help and the element.
 * Frames of other sites are theirs.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, which the page's content security policy does not bind.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { resultTypes: ['violations'], iframes: false })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id} (${help}): ${node.html}`))
}
