// Lays out the words as large as a look's zone allows. The lines have similar lengths and follow the reading direction.
import { createLayer, type Pen } from '../../draw/stage.ts'
import { setFont } from '../../type/fonts.ts'
import { breakLines, cut, isRightToLeft, removeGiants, type Word } from '../../type/words.ts'

/** The part of the frame that the type may fill, in pixels. A player's controls cover the area below 475. */
export interface Zone {
  left: number
  top: number
  width: number
  height: number
  isCentered: boolean
}

export interface Setting {
  weight: number
  stretch: CanvasFontStretch
  /** Whether the words are in capital letters, if the script has them. */
  isCaps: boolean
  /** The line height, as a multiple of the type size. */
  lineHeight: number
}

export interface CardSlot {
  /** The index of the word. */
  index: number
  /** The left end of the word's baseline, in pixels of the frame. */
  x: number
  y: number
  width: number
}

export interface Layout {
  /** The words that are shown. The last one may end with an ellipsis. */
  words: readonly Word[]
  /** The type size in pixels. */
  size: number
  lines: readonly (readonly CardSlot[])[]
}

const SIZES = [210, 184, 164, 146, 130, 116, 104, 94, 84, 76, 68, 62, 56, 51, 47, 44] as const
const SMALLEST = 44
/** The extent of letters above their baseline, as a share of the type size. `DESCENT` is the extent below. */
const ASCENT = 0.78
export const DESCENT = 0.26

export type Measure = (text: string, size: number) => number

export function asSet(text: string, { isCaps }: Setting): string {
  return isCaps ? text.toLocaleUpperCase('en') : text
}

export function setType(pen: Pen, families: string, { weight, stretch }: Setting, size: number): void {
  setFont(pen, families, weight, size)
  pen.fontStretch = stretch
}

export function createMeasurer(families: string, setting: Setting): Measure {
  const { pen } = createLayer(1, 1)
  const known = new Map<string, number>()
  return (text, size) => {
    const key = `${size} ${text}`
    const width = known.get(key)
    if (width !== undefined) return width
    setType(pen, families, setting, size)
    const measured = pen.measureText(asSet(text, setting)).width
    known.set(key, measured)
    return measured
  }
}

/** Lays out a text. Text that doesn't fit in the smallest type is cut, at the end of a clause if one is near. */
export function layOut(text: readonly Word[], measure: Measure, zone: Zone, setting: Setting): Layout {
  const whole = removeGiants(text, (part) => measure(`${part}…`, SMALLEST) <= zone.width)
  const rightToLeft = isRightToLeft(whole.map(({ text }) => text).join(' '))
  let words: readonly Word[] = whole
  if (!getLines(words, SMALLEST, measure, zone, setting)) {
    let [fits, more] = [1, whole.length]
    while (more - fits > 1) {
      const middle = (fits + more) >> 1
      if (getLines(cut(whole, middle), SMALLEST, measure, zone, setting)) fits = middle
      else more = middle
    }
    const clauseEnd = whole.slice(0, fits).findLastIndex(({ isClauseEnd }) => isClauseEnd) + 1
    words = cut(whole, clauseEnd > fits * 0.6 ? clauseEnd : fits)
  }
  for (const size of SIZES) {
    const lines = getLines(words, size, measure, zone, setting)
    if (lines) return { words, size, lines: place(words, lines, size, measure, zone, setting, rightToLeft) }
  }
  return { words: [], size: SMALLEST, lines: [] }
}

/** Returns the largest type size in which one word fits the zone on a single line. */
export function getSize(text: string, measure: Measure, zone: Zone): number {
  const fits = (size: number) => measure(text, size) <= zone.width && size * (ASCENT + DESCENT) <= zone.height
  return SIZES.find(fits) ?? SMALLEST
}

function getWidth(line: readonly Word[], size: number, measure: Measure): number {
  const space = measure(' ', size)
  return line.reduce((sum, { text, hasSpace }, i) => sum + measure(text, size) + (hasSpace && i > 0 ? space : 0), 0)
}

/** Breaks words into lines of similar length. Returns null if the words don't fit. */
function getLines(
  words: readonly Word[],
  size: number,
  measure: Measure,
  zone: Zone,
  setting: Setting,
): Word[][] | null {
  const measureWidth = (line: readonly Word[]) => getWidth(line, size, measure)
  const isIn = (lines: readonly Word[][], limit: number) => lines.every((line) => measureWidth(line) <= limit)
  let lines = breakLines(words, zone.width, measureWidth)
  const height = size * (ASCENT + DESCENT + (lines.length - 1) * setting.lineHeight)
  if (height > zone.height || !isIn(lines, zone.width)) return null
  for (let limit = zone.width - 40; limit > zone.width / 3; limit -= 40) {
    const narrower = breakLines(words, limit, measureWidth)
    if (narrower.length > lines.length || !isIn(narrower, limit)) break
    lines = narrower
  }
  return lines
}

function place(
  words: readonly Word[],
  lines: readonly Word[][],
  size: number,
  measure: Measure,
  zone: Zone,
  setting: Setting,
  rightToLeft: boolean,
): CardSlot[][] {
  const height = size * (ASCENT + DESCENT + (lines.length - 1) * setting.lineHeight)
  const first = zone.top + (zone.height - height) / 2 + size * ASCENT
  const space = measure(' ', size)
  return lines.map((line, row) => {
    const width = getWidth(line, size, measure)
    const free = zone.width - width
    const left = zone.left + (zone.isCentered ? free / 2 : rightToLeft ? free : 0)
    let along = 0
    return compareReadingOrder(line, rightToLeft).map((word, n) => {
      const own = measure(word.text, size)
      if (n > 0 && word.hasSpace) along += space
      const x = rightToLeft ? left + width - along - own : left + along
      along += own
      return { index: words.indexOf(word), x, y: first + row * size * setting.lineHeight, width: own }
    })
  })
}

/** Sorts a line's words from its start. Consecutive words in the other direction keep their own order. */
function compareReadingOrder(line: readonly Word[], rightToLeft: boolean): Word[] {
  const order = [...line]
  const isOther = (word: Word | undefined) =>
    word !== undefined && isRightToLeft(word.text) !== rightToLeft && /\p{L}|\p{N}/u.test(word.text)
  for (let i = 0; i < order.length; ) {
    let end = i
    while (isOther(order[end])) end++
    order.splice(i, end - i, ...order.slice(i, end).reverse())
    i = Math.max(end, i + 1)
  }
  return order
}
