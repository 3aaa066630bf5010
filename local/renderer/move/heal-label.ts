// Removes the label from a frame of a local preview. The camera would move this label away from the new clip's own
// label. The area is filled with the colors above and below it.
import { LABEL_DOT, LABEL_POSITION } from '../caption.ts'
import { mix, type Rgb, scaleColor } from '../draw/color.ts'
import type { Pen } from '../draw/stage.ts'

/**
 * The allowed difference of two hues. It is the sum over channels, scaled so that the strongest channel is 1. Graded
 * and encoded dots differed by 0.25.
 */
const ALIKE = 0.45
/** The dot must be brighter than its surroundings. They can have at most this share of its brightness. */
const MOST_AROUND = 0.85
/** The minimum contrast, from 0 to 1, between the label's letters and their background. */
const LEAST_CONTRAST = 0.15
/** The number of pixels that the label's edge and the encoder affect beyond the label. */
const MARGIN = 4

/** Removes the label if the frame has one. `scale` is the enlargement of the frame on the pen. */
export function healLabel(pen: Pen, scale: number): void {
  if (!hasLabel(pen, scale)) return
  const left = Math.floor((LABEL_POSITION.left - MARGIN) * scale)
  const top = Math.floor((LABEL_POSITION.top - MARGIN) * scale)
  const width = Math.ceil((LABEL_POSITION.width + 2 * MARGIN) * scale)
  const height = Math.ceil((LABEL_POSITION.height + 2 * MARGIN) * scale)
  const area = pen.getImageData(left, top - 1, width, height + 2)
  const { data } = area
  const last = height + 1
  for (let y = 1; y < last; y++) {
    const share = y / last
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const above = data[x * 4 + c] as number
        const below = data[(last * width + x) * 4 + c] as number
        data[(y * width + x) * 4 + c] = above + (below - above) * share
      }
    }
  }
  pen.putImageData(area, left, top - 1)
}

/**
 * Returns whether the frame has a label, whatever the clip's grade. `scale` is the enlargement of the frame on the pen.
 */
export function hasLabel(pen: Pen, scale: number): boolean {
  const { x, y, color } = LABEL_DOT
  const dot = readColor(pen, x * scale, y * scale)
  const around = readColor(pen, (x - 12) * scale, y * scale)
  if (measureDifference(normalize(dot), normalize(color)) > ALIKE) return false
  return getLuma(around) < MOST_AROUND * getLuma(dot) && measureContrast(pen, scale) > LEAST_CONTRAST
}

/** Returns the contrast along the middle of the label's letters. */
function measureContrast(pen: Pen, scale: number): number {
  const { left, top, width, height } = LABEL_POSITION
  const start = Math.round((left + 0.2 * width) * scale)
  const { data } = pen.getImageData(start, Math.round((top + height / 2) * scale), Math.round(0.72 * width * scale), 1)
  let [low, high] = [1, 0]
  for (let i = 0; i < data.length; i += 4) {
    const luma = getLuma([(data[i] ?? 0) / 255, (data[i + 1] ?? 0) / 255, (data[i + 2] ?? 0) / 255])
    ;[low, high] = [Math.min(low, luma), Math.max(high, luma)]
  }
  return high - low
}

function getLuma([r, g, b]: Rgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function normalize(color: Rgb): Rgb {
  return scaleColor(color, 1 / Math.max(...color, 0.01))
}

function readColor(pen: Pen, x: number, y: number): Rgb {
  const { data } = pen.getImageData(Math.round(x) - 1, Math.round(y) - 1, 3, 3)
  let sum: Rgb = [0, 0, 0]
  for (let i = 0; i < data.length; i += 4) {
    const color: Rgb = [(data[i] ?? 0) / 255, (data[i + 1] ?? 0) / 255, (data[i + 2] ?? 0) / 255]
    sum = mix(sum, color, 4 / (i + 4))
  }
  return sum
}

function measureDifference(a: Rgb, b: Rgb): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])
}
