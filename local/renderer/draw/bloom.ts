// Lens glow: a small copy of the picture, of its brightest parts only, is added to it.
import type { Canvas } from '@napi-rs/canvas'
import { createLayer, HEIGHT, type Pen, WIDTH } from './stage.ts'

const SMALL = createLayer(WIDTH / 8, HEIGHT / 8)
const TINY = createLayer(WIDTH / 32, HEIGHT / 32)

export function addBloom(picture: Canvas, pen: Pen, strength: number): void {
  const { canvas, pen: small } = SMALL
  const { width, height } = canvas
  small.imageSmoothingQuality = 'medium'
  small.globalCompositeOperation = 'copy'
  small.drawImage(picture, 0, 0, width, height)
  // Squared twice: mid-tones fall away, lights stay.
  small.globalCompositeOperation = 'multiply'
  small.drawImage(canvas, 0, 0)
  small.drawImage(canvas, 0, 0)
  TINY.pen.globalCompositeOperation = 'copy'
  TINY.pen.imageSmoothingQuality = 'medium'
  TINY.pen.drawImage(canvas, 0, 0, TINY.canvas.width, TINY.canvas.height)
  // The wide glow is added to the narrow one while both are small, so that the large picture is blended once.
  small.globalCompositeOperation = 'screen'
  small.globalAlpha = 0.8
  small.imageSmoothingQuality = 'high'
  small.drawImage(TINY.canvas, 0, 0, width, height)
  small.globalAlpha = 1

  pen.save()
  pen.globalCompositeOperation = 'screen'
  pen.globalAlpha = strength
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(canvas, 0, 0, WIDTH, HEIGHT)
  pen.restore()
}
