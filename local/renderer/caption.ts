// Draws the overlay of a clip: the label, and the prompt over a scene or an image. Both are at the top, because a
// player's controls cover the bottom.
import { parseHex } from './draw/color.ts'
import { createLayer, type Layer, type Pen, WIDTH } from './draw/stage.ts'
import { clamp, smoothstep } from './math.ts'
import { getLetter, setFont } from './type/fonts.ts'
import { breakLines, cut, getWords, joinWords, removeGiants } from './type/words.ts'

const LABEL = 'LOCAL PREVIEW'
const LABEL_WIDTH = 300
const MARGIN = 56
/** The label's position in the frame, in pixels. */
export const LABEL_POSITION = { left: 976, top: 41, width: 247, height: 43 }
/** The center of the label's dot in pixels, and the dot's color. */
export const LABEL_DOT = { x: 998, y: 62.5, color: parseHex('#ffb454') }
const TEXT_SIZE = 38
const LINE_HEIGHT = 48
const MAX_LINE_WIDTH = 820
/** The limit for the prompt's text. Two lines never hold more characters. */
const MAX_CHARACTERS = 400
const SHADE_HEIGHT = 240
/** The distance in pixels that the caption rises while it appears. The shade extends as far above the frame. */
const RISE = 10

export type Overlay = (pen: Pen, t: number, seconds: number) => void

export function createLabel(): Overlay {
  const label = drawLabel()
  return (pen) => pen.drawImage(label.canvas, WIDTH - MARGIN - LABEL_WIDTH, 40)
}

/** Creates the prompt's caption. The caption is empty for text that no font can show. */
export function createCaption(prompt: string): Overlay {
  const { text, families } = getLetter(prompt)
  if (text === '') return () => {}
  const { canvas } = drawCaption(text, families)
  return (pen, t, seconds) => {
    pen.globalAlpha = clamp(smoothstep(0.15, 0.95, t) * (1 - smoothstep(seconds - 0.55, seconds - 0.15, t)))
    pen.drawImage(canvas, 0, -RISE * smoothstep(0.1, 1.2, t))
    pen.globalAlpha = 1
  }
}

function drawCaption(text: string, families: string): Layer {
  const layer = createLayer(WIDTH, SHADE_HEIGHT + RISE)
  const { pen } = layer
  pen.translate(0, RISE)
  const shade = pen.createLinearGradient(0, 0, 0, SHADE_HEIGHT)
  for (let i = 0; i <= 8; i++) shade.addColorStop(i / 8, `rgba(4,6,12,${(0.6 * smoothstep(1, 0, i / 8)).toFixed(3)})`)
  pen.fillStyle = shade
  pen.fillRect(0, -RISE, WIDTH, SHADE_HEIGHT + RISE)
  setFont(pen, families, 520, TEXT_SIZE)
  pen.shadowColor = 'rgba(0,0,0,0.55)'
  pen.shadowBlur = 14
  pen.fillStyle = '#f6f2ea'
  for (const [i, line] of layOutCaption(text, (part) => pen.measureText(part).width).entries())
    pen.fillText(line, MARGIN, 72 + i * LINE_HEIGHT)
  return layer
}

/** Breaks a text into at most two lines. A longer text ends with an ellipsis. */
export function layOutCaption(text: string, measureWidth: (text: string) => number): string[] {
  const fits = (part: string) => measureWidth(part) <= MAX_LINE_WIDTH
  const words = removeGiants(getWords(text.slice(0, MAX_CHARACTERS)), fits)
  const [first = [], second = [], ...more] = breakLines(words, MAX_LINE_WIDTH, (line) => measureWidth(joinWords(line)))
  let last = second
  for (let count = second.length; more.length > 0 && (last === second || !fits(joinWords(last))); count--)
    last = cut([...second.slice(0, count), ...(more[0] ?? [])], count)
  return [first, last].map(joinWords).filter((line) => line !== '')
}

function drawLabel(): Layer {
  const layer = createLayer(LABEL_WIDTH, 46)
  const { pen } = layer
  setFont(pen, getLetter(LABEL).families, 580, 19)
  pen.letterSpacing = '2.6px'
  const left = LABEL_WIDTH - pen.measureText(LABEL).width - 58
  pen.fillStyle = 'rgba(6,9,16,0.46)'
  pen.strokeStyle = 'rgba(246,242,234,0.26)'
  pen.lineWidth = 1
  pen.beginPath()
  pen.roundRect(left, 1.5, LABEL_WIDTH - left - 1.5, 42, 21)
  pen.fill()
  pen.stroke()
  pen.fillStyle = '#ffb454'
  pen.beginPath()
  pen.arc(left + 22, 22.5, 4.5, 0, Math.PI * 2)
  pen.fill()
  pen.fillStyle = 'rgba(246,242,234,0.9)'
  pen.fillText(LABEL, left + 38, 29)
  return layer
}
