// Prepares an image for the camera of a move. The plate fills the frame and is a little larger, so the camera can
// travel.
import type { Canvas, Image } from '@napi-rs/canvas'
import { createLayer, HEIGHT, type Layer, type Pen, WIDTH } from '../draw/stage.ts'
import { createSoftCopy, isTall, scaleImage, TALL_HEIGHT } from '../image/fit.ts'
import { healLabel } from './heal-label.ts'

/** The enlargement of a plate, so that a zoom shows detail. */
const SCALE = 1.25

/**
 * The part of a plate that fills the frame. Zoom 1 shows the whole plate. `x` and `y` range from -1 to 1, its edges.
 */
export interface View {
  zoom: number
  x: number
  y: number
}

/** Draws an image so that it covers the frame. A tall image keeps its height, in front of a soft copy. */
export function createPlate(image: Image | Canvas): Canvas {
  const layer = createLayer(WIDTH * SCALE, HEIGHT * SCALE)
  layer.pen.imageSmoothingQuality = 'high'
  if (isTall(image)) drawWhole(layer, image)
  else drawCovering(layer, image)
  healLabel(layer.pen, SCALE)
  return layer.canvas
}

export function drawView(pen: Pen, plate: Canvas, { zoom, x, y }: View): void {
  const width = plate.width / zoom
  const height = plate.height / zoom
  const left = ((plate.width - width) / 2) * (1 + x)
  const top = ((plate.height - height) / 2) * (1 + y)
  pen.drawImage(plate, left, top, width, height, 0, 0, WIDTH, HEIGHT)
}

function drawCovering({ pen, canvas }: Layer, image: Image | Canvas): void {
  const cover = Math.max(canvas.width / image.width, canvas.height / image.height)
  const scaled = scaleImage(image, image.width * cover, image.height * cover)
  pen.drawImage(scaled, (canvas.width - scaled.width) / 2, (canvas.height - scaled.height) / 2)
}

function drawWhole({ pen, canvas }: Layer, image: Image | Canvas): void {
  const fit = (canvas.height * TALL_HEIGHT) / image.height
  const scaled = scaleImage(image, image.width * fit, image.height * fit)
  const left = (canvas.width - scaled.width) / 2
  const top = (canvas.height - scaled.height) / 2
  pen.drawImage(createSoftCopy(image), 0, 0, canvas.width, canvas.height)
  pen.save()
  pen.shadowColor = 'rgba(0,0,0,0.5)'
  pen.shadowBlur = 36 * SCALE
  pen.fillRect(left + 1, top + 1, scaled.width - 2, scaled.height - 2)
  pen.restore()
  pen.drawImage(scaled, left, top)
}
