// Draws the background behind the prints, from the images' colors that blend into each other.
import type { Canvas, Image } from '@napi-rs/canvas'
import { mix, type Rgb, scaleColor } from '../draw/color.ts'
import { createLayer, HEIGHT, type Pen, PixelField, WIDTH } from '../draw/stage.ts'
import type { Random } from '../random.ts'

const COLUMNS = 64
const ROWS = 36
/** The background's brightness. It is darker than the prints on it. */
const SHADE = 0.62

export type Ground = (pen: Pen, t: number) => void

export function createGround(images: readonly (Image | Canvas)[], random: Random): Ground {
  const spots = images.flatMap((image) =>
    readColors(image).map((color) => ({
      color: scaleColor(color, SHADE),
      x: random.between(0, COLUMNS),
      y: random.between(0, ROWS),
      speed: random.between(0.1, 0.28),
      phase: random.between(0, 7),
      reach: random.between(5, 12),
    })),
  )
  const field = new PixelField(COLUMNS, ROWS)
  return (pen, t) => {
    const now = spots.map(({ x, y, speed, phase, reach, color }) => ({
      x: x + reach * Math.sin(speed * t + phase),
      y: y + 0.6 * reach * Math.cos(speed * 0.8 * t + phase),
      color,
    }))
    for (let y = 0; y < ROWS; y++) {
      for (let x = 0; x < COLUMNS; x++) {
        let [r, g, b, sum] = [0, 0, 0, 0]
        for (const spot of now) {
          const weight = 1 / (12 + (x - spot.x) ** 2 + (y - spot.y) ** 2) ** 2
          r += spot.color[0] * weight
          g += spot.color[1] * weight
          b += spot.color[2] * weight
          sum += weight
        }
        const at = (y * COLUMNS + x) * 4
        field.data[at] = (255 * r) / sum
        field.data[at + 1] = (255 * g) / sum
        field.data[at + 2] = (255 * b) / sum
      }
    }
    pen.drawImage(field.canvas(), 1, 1, COLUMNS - 2, ROWS - 2, 0, 0, WIDTH, HEIGHT)
  }
}

/** Returns the mean color of an image and its strongest color. */
function readColors(image: Image | Canvas): [Rgb, Rgb] {
  const { pen } = createLayer(16, 16)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, 16, 16)
  const { data } = pen.getImageData(0, 0, 16, 16)
  let mean: Rgb = [0, 0, 0]
  let strongest: Rgb = [0, 0, 0]
  let most = -1
  for (let i = 0; i < data.length; i += 4) {
    const color: Rgb = [(data[i] ?? 0) / 255, (data[i + 1] ?? 0) / 255, (data[i + 2] ?? 0) / 255]
    mean = mix(mean, color, 4 / (i + 4))
    const strength = Math.max(...color) - Math.min(...color)
    if (strength > most) [strongest, most] = [color, strength]
  }
  return [mean, strongest]
}
