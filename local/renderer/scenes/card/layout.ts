// Where the words of a page stand: as large as fits, in lines of about the same length, in the direction they are read.
import { createLayer, WIDTH } from '../../draw/stage.ts'
import { setFont } from '../../type/fonts.ts'
import { breakLines, isRightToLeft, type Word } from '../../type/words.ts'

export const MARGIN = 84
/** What a page grows while it stands is kept free. */
const TEXT_WIDTH = (WIDTH - 2 * MARGIN) / 1.03
/** Text stands on this row: below it are the tracks, and below those a player's controls. */
export const TEXT_BOTTOM = 356
/** How far letters may reach below it. */
const DESCENT = 30
const TEXT_HEIGHT = 286
const LINE_HEIGHT = 1.1
const SIZES = [236, 204, 178, 156, 138, 122, 108, 96, 86, 78, 72] as const
const SMALLEST = 72
const MAX_LINES = 3

export interface Place {
  word: Word
  /** Left end of its baseline, in picture pixels. */
  x: number
  y: number
  width: number
}

export type Measure = (text: string, size: number) => { width: number; actualBoundingBoxDescent: number }

export function measurer(families: string): Measure {
  const { pen } = createLayer(1, 1)
  return (text, size) => {
    setFont(pen, families, 680, size)
    pen.fontStretch = 'expanded'
    return pen.measureText(text)
  }
}

/** Whether a word is not too wide for a line of the smallest type. */
export function fitsLine(text: string, measure: Measure): boolean {
  return measure(text, SMALLEST).width <= TEXT_WIDTH
}

/** `size` is the height of the type in pixels. */
export function layOut(
  words: readonly Word[],
  measure: Measure,
  rightToLeft: boolean,
): { size: number; places: Place[] } {
  const { size, lines } = largestLines(words, (text, height) => measure(text, height).width)
  const descent = Math.max(...words.map((word) => measure(word.text, size).actualBoundingBoxDescent))
  const bottom = TEXT_BOTTOM - Math.max(0, descent - DESCENT)
  return { size, places: placeLines(lines, size, bottom, rightToLeft) }
}

interface Lines {
  size: number
  lines: { words: Word[]; widths: number[]; space: number }[]
}

/** The largest type in which the words fit. */
function largestLines(words: readonly Word[], measure: (text: string, size: number) => number): Lines {
  for (const size of SIZES) {
    const space = measure(' ', size)
    const widths = new Map(words.map((word) => [word, measure(word.text, size)]))
    const widthOf = (line: readonly Word[]) =>
      line.reduce((sum, word, i) => sum + (widths.get(word) ?? 0) + (word.hasSpace && i > 0 ? space : 0), 0)
    let lines = breakLines(words, TEXT_WIDTH, widthOf)
    const isSmallest = size === SMALLEST
    const fits = lines.length <= MAX_LINES && lines.length * size * LINE_HEIGHT <= TEXT_HEIGHT
    if (!isSmallest && !(fits && lines.every((line) => widthOf(line) <= TEXT_WIDTH))) continue
    for (let width = TEXT_WIDTH - 40; width > TEXT_WIDTH / 3; width -= 40) {
      const narrower = breakLines(words, width, widthOf)
      if (narrower.length > lines.length || narrower.some((line) => widthOf(line) > width)) break
      lines = narrower
    }
    return { size, lines: lines.map((line) => ({ words: line, widths: line.map((w) => widths.get(w) ?? 0), space })) }
  }
  return { size: SIZES[0], lines: [] }
}

function placeLines(lines: Lines['lines'], size: number, bottom: number, rightToLeft: boolean): Place[] {
  return lines.flatMap(({ words, widths, space }, row) => {
    const y = bottom - (lines.length - 1 - row) * size * LINE_HEIGHT
    const order = words.map((_, i) => i)
    // Runs of words in the other direction keep their own order.
    for (let i = 0; i < order.length; ) {
      let end = i
      while (
        end < order.length &&
        isRightToLeft(words[end]?.text ?? '') !== rightToLeft &&
        /\p{L}|\p{N}/u.test(words[end]?.text ?? '')
      )
        end++
      order.splice(i, end - i, ...order.slice(i, end).reverse())
      i = Math.max(end, i + 1)
    }
    let along = 0
    return order.map((index, n) => {
      const word = words[index] as Word
      const width = widths[index] ?? 0
      if (n > 0 && word.hasSpace) along += space
      const x = rightToLeft ? WIDTH - MARGIN - along - width : MARGIN + along
      along += width
      return { word, x, y, width }
    })
  })
}
