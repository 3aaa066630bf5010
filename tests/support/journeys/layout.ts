import type { Page } from 'playwright-core'

/** Returns the number of pixels that the page scrolls sideways. */
export function getOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Doubles all sizes that follow the text, like people who need it. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}

/** Words of which a part is beyond the window, or cut off by what they stand in; what can be scrolled to is not. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const parent = text.parentElement
      if (!parent || !text.data.trim() || !parent.checkVisibility()) continue
      // Only for assistive technology.
      if (parent.getBoundingClientRect().width <= 1 || parent.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      let [left, right] = [0, document.documentElement.clientWidth]
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around)
        if (overflowX === 'auto' || overflowX === 'scroll') right = Number.POSITIVE_INFINITY
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
