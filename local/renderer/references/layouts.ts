// Plans the positions of reference images. They stay below the caption, and each image is visible.
import { clamp, lerp } from '../math.ts'
import type { Random } from '../random.ts'

/** The space for one print, in pixels of the frame. */
export interface Cell {
  /** The center of the cell. */
  x: number
  y: number
  width: number
  height: number
  /** The rotation in radians. */
  turn: number
  /** The share of the camera's drift that moves the print. The nearest prints have 1. */
  depth: number
}

/** The gap between two images of a row, in pixels. */
const GAP = 30
const AREA = { left: 44, right: 1236, top: 122, bottom: 692 } as const
const MIDDLE = { x: (AREA.left + AREA.right) / 2, y: (AREA.top + AREA.bottom) / 2 } as const
const ROOM = { width: AREA.right - AREA.left, height: AREA.bottom - AREA.top } as const

/** Plans the cells of images. `ratios` are their ratios of width to height. */
type Layout = (ratios: readonly number[], random: Random) => Cell[]

/** Plans a cell for each of 1 to 7 images. The random stream chooses among the layouts that suit their number. */
export function planLayout(ratios: readonly number[], random: Random): Cell[] {
  return random.pick(chooseLayouts(ratios.length))(ratios, random)
}

function chooseLayouts(count: number): readonly [Layout, ...Layout[]] {
  if (count === 1) return [createRow]
  if (count === 2) return [createRow, createFan]
  if (count === 3) return [createRow, createFan, createLead]
  if (count === 4) return [createRow, createRows, createLead]
  return [createRows, createLead]
}

/** Places images side by side, alternating a little higher and lower. */
function createRow(ratios: readonly number[], random: Random): Cell[] {
  const isAlone = ratios.length === 1
  const up = random.chance(0.5) ? 24 : -24
  return layInRow(ratios, ROOM.height - (isAlone ? 16 : 64)).map(({ x, width, height }, i) => ({
    x,
    y: MIDDLE.y + (isAlone ? 0 : i % 2 ? up : -up),
    width,
    height,
    turn: random.between(-0.035, 0.035),
    depth: random.between(0.5, 1),
  }))
}

/** Gives each image of a row the width that fits its ratio, and centers the row. */
function layInRow(ratios: readonly number[], height: number): Pick<Cell, 'x' | 'width' | 'height'>[] {
  const widths = ratios.map((ratio) => clamp(ratio, 0.4, 2.2) * height + GAP)
  const total = widths.reduce((sum, width) => sum + width, 0)
  const scale = Math.min(1, ROOM.width / total)
  let left = MIDDLE.x - (total * scale) / 2
  return widths.map((width) => {
    left += width * scale
    return { x: left - (width * scale) / 2, width: width * scale, height }
  })
}

/** Arranges images like cards in a hand. */
function createFan(ratios: readonly number[], random: Random): Cell[] {
  const count = ratios.length
  const spread = random.between(0.075, 0.11)
  return Array.from({ length: count }, (_, i) => {
    const side = lerp(-1, 1, i / (count - 1))
    return {
      x: MIDDLE.x + side * ROOM.width * 0.31,
      y: MIDDLE.y + side * side * 34 - 8,
      width: ROOM.width / count,
      height: ROOM.height - 70,
      turn: side * spread,
      depth: 1 - 0.4 * Math.abs(side),
    }
  })
}

/** Arranges images in two rows. The lower row is shifted. */
function createRows(ratios: readonly number[], random: Random): Cell[] {
  const count = ratios.length
  const upper = random.chance(0.5) ? Math.ceil(count / 2) : Math.floor(count / 2)
  const height = ROOM.height / 2
  return [ratios.slice(0, upper), ratios.slice(upper)].flatMap((row, i) =>
    layInRow(row, height).map(({ x, width }) => ({
      x: x + (i ? 14 : -14),
      y: AREA.top + height * (i + 0.5),
      width,
      height: height * 1.03,
      turn: random.between(-0.035, 0.035),
      depth: i ? 0.95 : 0.6,
    })),
  )
}

/** Shows the first image large, with the others in columns next to it. */
function createLead(ratios: readonly number[], random: Random): Cell[] {
  const others = ratios.length - 1
  const columns = others > 3 ? 2 : 1
  const rows = Math.ceil(others / columns)
  const leadShare = columns === 2 ? 0.48 : 0.6
  const side = random.chance(0.5) ? 1 : -1
  const place = (x: number) => MIDDLE.x + side * (x - 0.5) * ROOM.width
  const lead: Cell = {
    x: place(leadShare / 2),
    y: MIDDLE.y,
    width: ROOM.width * leadShare,
    height: ROOM.height - 24,
    turn: random.between(-0.03, 0.03),
    depth: 0.5,
  }
  const share = (1 - leadShare) / columns
  const rest = Array.from({ length: others }, (_, i) => ({
    x: place(leadShare + share * ((i % columns) + 0.5)),
    y: AREA.top + (ROOM.height / rows) * (Math.floor(i / columns) + 0.5),
    width: ROOM.width * share,
    height: ROOM.height / rows,
    turn: random.between(-0.045, 0.045),
    depth: random.between(0.7, 1),
  }))
  return [lead, ...rest]
}
