// Draws the shapes behind a post, in a box of WIDTH x HEIGHT. Shapes rise from GROUND and are mirrored below it.
import { createWaveform } from '@/components/tracks/waveform-shape'
import type { ShowcaseCategory } from './showcase'

/** Path data, filled if `strokeWidth` is null. */
export interface PostShape {
  above: string
  /**
   * The vertical scale of the mirrored part. An SVG transform mirrors the path, so that a page's file contains it only
   * once.
   */
  mirrored: number
  /** The path below the horizon, if its strokes must not be flattened. */
  below?: string
  strokeWidth: number | null
  isRound?: boolean
}

export const WIDTH = 320
export const HEIGHT = 550
export const GROUND = 372

/** The vertical scale of the mirrored part, which looks like perspective. */
const MIRRORED = 0.43
/** The largest height in pixels, which leaves space for the caption. */
const TALLEST = 118

const SHAPES: Record<ShowcaseCategory, (seed: number) => PostShape> = {
  // A skyline.
  movie: (seed) => drawBars(createWaveform(seed, 40), 4.4),
  // Soft hills.
  animation: (seed) => {
    const heights = createWaveform(seed, 9)
    return { above: drawHills(heights, -TALLEST), mirrored: MIRRORED, strokeWidth: null }
  },
  // A few wide blocks.
  product: (seed) => drawBars(createWaveform(seed, 10), 23),
  // A voice's waveform, as high below as above.
  'talk show': (seed) => {
    const heights = createWaveform(seed, 32).map((height) => height * 0.72)
    return { ...drawBars(heights, 5, 1), isRound: true }
  },
  // Rings on water.
  other: (seed) => {
    const center = 110 + (seed % 100)
    const drawHalf = (sweep: 0 | 1, flat: number) =>
      Array.from({ length: 6 }, (_, ring) => {
        const radius = 16 + ring * (24 + (seed % 7))
        return `M${center - radius} ${GROUND}a${radius} ${Math.round(radius * flat)} 0 0 ${sweep} ${radius * 2} 0`
      }).join('')
    return { above: drawHalf(1, 0.6), mirrored: 1, below: drawHalf(0, 0.6 * MIRRORED), strokeWidth: 6 }
  },
}

export function postShape(category: ShowcaseCategory, seed: number): PostShape {
  return SHAPES[category](seed)
}

function drawBars(heights: readonly number[], strokeWidth: number, mirrored = MIRRORED): PostShape {
  const step = WIDTH / heights.length
  const above = heights.map((height, index) => {
    return `M${(index + 0.5) * step} ${GROUND}v${Math.round((0.06 + height) * -TALLEST)}`
  })
  return { above: above.join(''), mirrored, strokeWidth }
}

function drawHills(heights: readonly number[], reach: number): string {
  const step = WIDTH / (heights.length - 1)
  const at = (index: number) => Math.round(GROUND + (0.12 + (heights[index] ?? 0) * 0.88) * reach)
  let path = `M0 ${GROUND}V${at(0)}`
  for (let index = 1; index < heights.length; index += 1) {
    const [from, to] = [(index - 0.5) * step, index * step]
    path += `C${from} ${at(index - 1)} ${from} ${at(index)} ${to} ${at(index)}`
  }
  return `${path}V${GROUND}Z`
}
