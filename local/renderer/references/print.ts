// Draws a reference image as a print: a pale border with the image's name, and a shadow on the background.
import type { Canvas, Image } from '@napi-rs/canvas'
import { createLayer, type Pen } from '../draw/stage.ts'
import { scaleImage } from '../image/fit.ts'
import { clamp, lerp } from '../math.ts'
import { getLetter, type Lettering, setFont, splitGraphemes } from '../type/fonts.ts'
import type { Cell } from './layouts.ts'

const BORDER = 9
/** The height of the border with a name, and the size of the name's letters, in pixels. */
const NAME_HEIGHT = 40
const NAME_SIZE = 25
const LEAST_NAME_SCALE = 0.7
/** The space around a print for its shadow. */
const ROOM = 48
/** The space between the print and the edge of its cell. */
const GAP = 10
/** The enlargement of a print, so that it stays sharp when the camera comes closer. */
const SCALE = 1.15
/** The maximum enlargement of a small image. */
const MOST_ENLARGEMENT = 3
export const LANDING_SECONDS = 1

export interface Print {
  sprite: Canvas
  cell: Cell
  /** The time in seconds at which the print starts to appear. */
  begin: number
  /** The direction from which the print arrives. */
  fromX: number
  fromY: number
}

/** Returns an image of a print that fits the cell. A name that no font can show is left out. */
export function createSprite(image: Image | Canvas, cell: Cell, name = ''): Canvas {
  const space = 2 * (BORDER + GAP)
  const lettering = getLetter(name)
  const foot = lettering.text ? NAME_HEIGHT : BORDER
  const high = cell.height - space - (foot - BORDER)
  const fit = Math.min((cell.width - space) / image.width, high / image.height, MOST_ENLARGEMENT)
  const width = Math.max(24, image.width * fit)
  const height = Math.max(24, image.height * fit)
  const { canvas, pen } = createLayer(
    Math.ceil((width + 2 * (BORDER + ROOM)) * SCALE),
    Math.ceil((height + BORDER + foot + 2 * ROOM) * SCALE),
  )
  pen.scale(SCALE, SCALE)
  pen.save()
  pen.shadowColor = 'rgba(0,0,0,0.5)'
  pen.shadowBlur = 30 * SCALE
  pen.shadowOffsetY = 12 * SCALE
  pen.fillStyle = '#f7f3ea'
  pen.beginPath()
  pen.roundRect(ROOM, ROOM, width + 2 * BORDER, height + BORDER + foot, 4)
  pen.fill()
  pen.restore()
  pen.imageSmoothingQuality = 'high'
  const scaled = scaleImage(image, width * SCALE, height * SCALE)
  pen.drawImage(scaled, ROOM + BORDER, ROOM + BORDER, width, height)
  if (lettering.text) drawName(pen, lettering, { x: ROOM + BORDER + width / 2, y: ROOM + BORDER + height + 29, width })
  return canvas
}

/** Draws a name around `x`. A long name has smaller letters. If it is still too wide, it ends with an ellipsis. */
function drawName(
  pen: Pen,
  { text, families }: Lettering,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const letters = splitGraphemes(text)
  const measure = () => pen.measureText(letters.join('')).width
  setFont(pen, families, 560, NAME_SIZE)
  setFont(pen, families, 560, clamp(width / measure(), LEAST_NAME_SCALE, 1) * NAME_SIZE)
  pen.textAlign = 'center'
  pen.fillStyle = '#1b1f2a'
  while (letters.length > 2 && measure() > width) letters.splice(-2, 2, '…')
  pen.fillText(letters.join(''), x, y)
}

/** Draws a print. `push` is the camera's zoom on the nearest print. `drift` is the camera's sideways path in pixels. */
export function drawPrint(
  pen: Pen,
  { sprite, cell, begin, fromX, fromY }: Print,
  t: number,
  push: number,
  drift: number,
): void {
  const way = clamp((t - begin) / LANDING_SECONDS)
  if (way === 0) return
  const off = (1 - way) ** 3
  const zoom = lerp(1, push, cell.depth)
  const float = Math.sin(t * 0.9 + cell.x) * 3 * cell.depth
  pen.save()
  pen.globalAlpha = clamp(way * 3)
  pen.translate(
    640 + (cell.x - 640) * zoom + drift * cell.depth + fromX * 300 * off,
    406 + (cell.y - 406) * zoom + float + fromY * 220 * off,
  )
  pen.rotate(cell.turn + 0.16 * off * Math.sign(fromX || 1) + 0.004 * Math.sin(t * 0.7 + cell.y))
  const scale = (zoom * (1 + 0.16 * off)) / SCALE
  pen.scale(scale, scale)
  pen.drawImage(sprite, -sprite.width / 2, -sprite.height / 2)
  pen.restore()
}
