// Draws a reference image as a print: a pale border, and a shadow on the background.
import type { Canvas, Image } from '@napi-rs/canvas'
import { createLayer, type Pen } from '../draw/stage.ts'
import { scaleImage } from '../image/fit.ts'
import { clamp, lerp } from '../math.ts'
import type { Cell } from './layouts.ts'

const BORDER = 9
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

/** Returns an image of a print that fits the cell. */
export function createSprite(image: Image | Canvas, cell: Cell): Canvas {
  const space = 2 * (BORDER + GAP)
  const fit = Math.min((cell.width - space) / image.width, (cell.height - space) / image.height, MOST_ENLARGEMENT)
  const width = Math.max(24, image.width * fit)
  const height = Math.max(24, image.height * fit)
  const { canvas, pen } = createLayer(
    Math.ceil((width + 2 * (BORDER + ROOM)) * SCALE),
    Math.ceil((height + 2 * (BORDER + ROOM)) * SCALE),
  )
  pen.scale(SCALE, SCALE)
  pen.save()
  pen.shadowColor = 'rgba(0,0,0,0.5)'
  pen.shadowBlur = 30 * SCALE
  pen.shadowOffsetY = 12 * SCALE
  pen.fillStyle = '#f7f3ea'
  pen.beginPath()
  pen.roundRect(ROOM, ROOM, width + 2 * BORDER, height + 2 * BORDER, 4)
  pen.fill()
  pen.restore()
  pen.imageSmoothingQuality = 'high'
  const scaled = scaleImage(image, width * SCALE, height * SCALE)
  pen.drawImage(scaled, ROOM + BORDER, ROOM + BORDER, width, height)
  return canvas
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
