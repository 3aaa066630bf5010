import type { Page } from 'playwright-core'

/** Returns the number of pixels that the page scrolls sideways. */
export function getOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/**
 * Waits until the browser has drawn the page's present state, for a second at most. Playwright doesn't limit a script in the page, so a browser that
 * draws no frames would hold the test.
 */
export async function waitForFrame(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.race([
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      new Promise((done) => setTimeout(done, 1000)),
    ]),
  )
}

/** Doubles all sizes that depend on the text size, as people with low vision do. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

/**
 * Returns words that are partly outside the window or clipped by their container. Words within a scrollable area don't
 * count.
 */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const parent = text.parentElement
      if (!parent || !text.data.trim() || !parent.checkVisibility()) continue
      // This text is only for assistive technology.
      if (parent.getBoundingClientRect().width <= 1 || parent.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      let [left, right] = [0, document.documentElement.clientWidth]
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around)
        if (overflowX === 'auto' || overflowX === 'scroll') [left, right] = [-Infinity, Infinity]
        if (overflowX !== 'hidden' && overflowX !== 'clip') continue
        const box = around.getBoundingClientRect()
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
      }
      const isCut = [...range.getClientRects()].some((line) => line.left < left - 1 || line.right > right + 1)
      if (isCut) cut.push(text.data)
    }
    return cut
  })
}
