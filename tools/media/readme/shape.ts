// Reads what a screen says and where, so that make.ts and tests/journeys/text-job.test.ts can compare two of them.
import type { Locator, Page } from 'playwright-core'

/** Words or an image, with its place in pixels inside its part of the page. */
export interface Mark {
  is: string
  /** Left, top, width, and height. */
  box: number[]
}

export type Stop = 'form' | 'generating' | 'ready' | 'row'

/** The content of docs/images/soundreel.json. */
export interface Stamp {
  /** The picture's SHA-256, so that picture and stamp come from one run. */
  picture: string
  shapes: Record<Stop, Mark[]>
}

export const PROMPT = 'A lighthouse in the rain, far thunder'
export const VIEWPORT = { width: 1100, height: 820 }

/** Tolerance of each side of a box, in pixels. A date or a price has more digits on some days. */
const TOLERANCE = [28, 8, 28, 8]

/** Finds the part of the page that is compared at a stop. */
export function getPart(page: Page, stop: Stop): Locator {
  if (stop === 'form') return page.getByRole('form', { name: 'Video settings' })
  if (stop === 'row') return page.getByRole('list', { name: 'Your videos' }).getByRole('listitem').first()
  return page.getByRole('region', { name: 'Your video', exact: true })
}

/** Lists the visible words and images of a part, in the order of its code. Numbers and dates read as 0. */
export function readShape(page: Page, stop: Stop): Promise<Mark[]> {
  return getPart(page, stop).evaluate(async (part) => {
    const moving = part.getAnimations({ subtree: true })
    const ending = moving.filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const origin = part.getBoundingClientRect()
    const marks: { is: string; box: number[] }[] = []
    const add = (is: string, { left, top, width, height }: DOMRect) => {
      marks.push({ is, box: [left - origin.left, top - origin.top, width, height].map(Math.round) })
    }
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let element = node instanceof Element ? node : node.parentElement
      while (element && getComputedStyle(element).display === 'contents') element = element.parentElement
      // Words for screen readers alone stand in a box of one pixel.
      if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.clientWidth === 1)
        continue
      if (node instanceof Element) {
        if (/^(img|video|canvas)$/i.test(node.tagName)) add(node.tagName, node.getBoundingClientRect())
        continue
      }
      const words = (node.nodeValue ?? '').replace(/\s+/g, ' ').trim()
      const range = document.createRange()
      range.selectNodeContents(node)
      const plain = words.replace(/[A-Z][a-z]+ \d+, \d+, [\d:]+ [AP]M/g, '0').replace(/\d[\d,.:]*/g, '0')
      if (plain) add(plain, range.getBoundingClientRect())
    }
    return marks
  })
}

/** Describes each difference between two shapes of one stop in a line. */
export function compareShapes(then: readonly Mark[], now: readonly Mark[]): string[] {
  const omit = (marks: readonly Mark[], others: readonly Mark[]) =>
    marks.filter(({ is }) => !others.some((other) => other.is === is)).map(({ is }) => is)
  const words = [...omit(then, now).map((is) => `gone: ${is}`), ...omit(now, then).map((is) => `new: ${is}`)]
  if (words.length > 0) return words
  return then.flatMap(({ is, box }, i) => {
    const mark = now[i]
    const isHere = mark?.is === is && box.every((side, n) => Math.abs(side - (mark.box[n] ?? 0)) <= (TOLERANCE[n] ?? 0))
    return isHere ? [] : [`moved: ${is}`]
  })
}
