// Fits images into the frame.
import type { Canvas, Image } from '@napi-rs/canvas'
import { createLayer, HEIGHT, WIDTH } from '../draw/stage.ts'

/**
 * Images with a lower ratio of width to height keep their whole height. Cropping them to 16:9 would remove most of the
 * image.
 */
const TALL_RATIO = 1.12
/** The share of the frame's height that a tall image fills. */
export const TALL_HEIGHT = 0.94

export function isTall({ width, height }: { width: number; height: number }): boolean {
  return width / height < TALL_RATIO
}

/** Scales an image. Each step halves it at most, because one large step drops pixels. */
export function scaleImage(image: Image | Canvas, width: number, height: number): Canvas {
  let source: Image | Canvas = image
  while (source.width > width * 2.2) {
    const half = createLayer(Math.ceil(source.width / 2), Math.ceil(source.height / 2))
    half.pen.imageSmoothingQuality = 'high'
    half.pen.drawImage(source, 0, 0, half.canvas.width, half.canvas.height)
    source = half.canvas
  }
  const layer = createLayer(Math.round(width), Math.round(height))
  layer.pen.imageSmoothingQuality = 'high'
  layer.pen.drawImage(source, 0, 0, layer.canvas.width, layer.canvas.height)
  return layer.canvas
}

/** Returns a blurred copy of an image that covers the frame. The blur is a result of scaling down and up again. */
export function createSoftCopy(image: Image | Canvas): Canvas {
  const cover = Math.max(WIDTH / image.width, HEIGHT / image.height)
  const small = createLayer(64, 36)
  const whole = scaleImage(image, (image.width * cover) / 8, (image.height * cover) / 8)
  small.pen.imageSmoothingQuality = 'high'
  small.pen.drawImage(
    whole,
    (64 - (whole.width * 64) / 160) / 2,
    (36 - (whole.height * 36) / 90) / 2,
    (whole.width * 64) / 160,
    (whole.height * 36) / 90,
  )
  const layer = createLayer(WIDTH, HEIGHT)
  layer.pen.imageSmoothingQuality = 'high'
  layer.pen.filter = 'blur(18px)'
  layer.pen.drawImage(small.canvas, -40, -24, WIDTH + 80, HEIGHT + 48)
  layer.pen.filter = 'none'
  layer.pen.fillStyle = 'rgba(6,8,14,0.42)'
  layer.pen.fillRect(0, 0, WIDTH, HEIGHT)
  return layer.canvas
}
