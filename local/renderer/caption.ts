import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { createLayer, HEIGHT, type Layer, type Pen, WIDTH } from './draw/stage.ts'
import { clamp, smoothstep } from './math.ts'

const LABEL = 'LOCAL PREVIEW'
const MARGIN = 64
const MAX_LINE_WIDTH = 860
const MAX_LINES = 2
const LINE_HEIGHT = 40
/** Archivo has Latin letters only; others come from fonts of the machine. */
const FAMILIES = 'SoundreelCaption, SoundreelCaptionExt, sans-serif'

let fontsReady = false

function loadFonts(): void {
  if (fontsReady) return
  fontsReady = true
  try {
    const root = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/archivo/package.json'))
    GlobalFonts.registerFromPath(join(root, 'files/archivo-latin-wdth-normal.woff2'), 'SoundreelCaption')
    GlobalFonts.registerFromPath(join(root, 'files/archivo-latin-ext-wdth-normal.woff2'), 'SoundreelCaptionExt')
  } catch {
    // Without the font package the machine's sans-serif is used.
  }
}

export type CaptionDrawer = (pen: Pen, t: number, seconds: number) => void

export function createCaption(prompt: string): CaptionDrawer {
  loadFonts()
  const label = drawLabel()
  const caption = prompt === '' ? null : drawCaption(prompt)
  return (pen, t, seconds) => {
    if (caption) {
      const shown = smoothstep(0.15, 0.95, t) * (1 - smoothstep(seconds - 0.55, seconds - 0.15, t))
      pen.globalAlpha = clamp(shown)
      // Moves up a few pixels while it appears.
      pen.drawImage(caption.canvas, 0, HEIGHT - caption.canvas.height + 10 * (1 - smoothstep(0.1, 1.2, t)))
    }
    pen.globalAlpha = 1
    pen.drawImage(label.canvas, WIDTH - label.canvas.width - 36, 34)
  }
}

function drawCaption(prompt: string): Layer {
  const layer = createLayer(WIDTH, 300)
  const { pen } = layer
  setFont(pen, 440, 30)
  const lines = wrap(prompt, (text) => pen.measureText(text).width)

  const shade = pen.createLinearGradient(0, 0, 0, 300)
  for (let i = 0; i <= 8; i++) shade.addColorStop(i / 8, `rgba(4,6,12,${(0.54 * smoothstep(0, 1, i / 8)).toFixed(3)})`)
  pen.fillStyle = shade
  pen.fillRect(0, 0, WIDTH, 300)

  const firstLine = 300 - 58 - (lines.length - 1) * LINE_HEIGHT
  pen.shadowColor = 'rgba(0,0,0,0.55)'
  pen.shadowBlur = 14
  pen.shadowOffsetY = 1
  pen.fillStyle = 'rgba(255,180,84,0.95)'
  pen.fillRect(MARGIN, firstLine - 62, 34, 2.5)
  pen.fillStyle = '#f6f2ea'
  for (const [i, line] of lines.entries()) pen.fillText(line, MARGIN, firstLine + i * LINE_HEIGHT)
  return layer
}

function drawLabel(): Layer {
  const layer = createLayer(200, 34)
  const { pen } = layer
  setFont(pen, 560, 12.5)
  pen.letterSpacing = '2.2px'
  const width = pen.measureText(LABEL).width + 46
  pen.fillStyle = 'rgba(6,9,16,0.46)'
  pen.strokeStyle = 'rgba(246,242,234,0.26)'
  pen.lineWidth = 1
  pen.beginPath()
  pen.roundRect(200 - width - 0.5, 1.5, width, 29, 14.5)
  pen.fill()
  pen.stroke()
  pen.fillStyle = '#ffb454'
  pen.beginPath()
  pen.arc(200 - width + 17, 16, 3.2, 0, Math.PI * 2)
  pen.fill()
  pen.fillStyle = 'rgba(246,242,234,0.88)'
  pen.fillText(LABEL, 200 - width + 28, 20.5)
  return layer
}

function setFont(pen: Pen, weight: number, size: number): void {
  pen.font = `${weight} ${size}px ${FAMILIES}`
  pen.lang = 'en'
  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'left'
}

/** At most two lines, with an ellipsis if cut. Breaks between characters only in a word that is wider than a line. */
export function wrap(text: string, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  const pieces = pieceText(text)
  for (const [i, piece] of pieces.entries()) {
    const longer = line + piece
    if (widthOf(longer.trimEnd()) <= MAX_LINE_WIDTH) {
      line = longer
      continue
    }
    if (lines.length === MAX_LINES - 1)
      return [...lines, ellipsis(line + pieces.slice(i).join('').slice(0, 80), widthOf)]
    lines.push(line.trimEnd())
    line = piece.trimStart()
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

function pieceText(text: string): string[] {
  const words = text.match(/\S+\s*|\s+/gu) ?? []
  return words.flatMap((word) => {
    const isUnbroken = word.length > 28 || /[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/u.test(word)
    return isUnbroken ? graphemes(word) : [word]
  })
}

function graphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (part) => part.segment)
}

function ellipsis(text: string, widthOf: (text: string) => number): string {
  const parts = graphemes(text)
  while (parts.length > 0 && widthOf(`${parts.join('').trimEnd()}…`) > MAX_LINE_WIDTH) parts.pop()
  return `${parts
    .join('')
    .trimEnd()
    .replace(/[,.;:–—-]+$/u, '')}…`
}
