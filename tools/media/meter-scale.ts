import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

const WIDTH = 1400
const HEIGHT = 784
/** The face's half width in pixels, and the needles' pivot below it, as in the scene. */
const UNIT = WIDTH / 2
const PIVOT = HEIGHT / 2 + 0.98 * UNIT
const INK = '#0d0602'
const RED = '#c8200c'

/** Deflection of a level in VU: 0 is the rest at the left, 1 is +3. */
function computeDeflection(vu: number): number {
  return Math.max(0, Math.min(1.04, 10 ** (vu / 20) / 10 ** (3 / 20)))
}

/** The needle's angle from upright for a deflection; the scale spans 96 degrees less than a half turn. */
export function getNeedleAngle(part: number): number {
  return ((part - 0.5) * 84 * Math.PI) / 180
}

const MARKS = [-20, -10, -7, -5, -3, -2, -1, 0, 1, 2, 3]

/** The printed scale of a level meter with nothing behind the ink, as a data address. */
export async function drawMeterScale(): Promise<string> {
  const font = createRequire(import.meta.url).resolve(
    '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  )
  GlobalFonts.register(await readFile(font), 'Scale')
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const point = (vu: number, radius: number): [number, number] => {
    const angle = getNeedleAngle(computeDeflection(vu))
    return [WIDTH / 2 + Math.sin(angle) * radius * UNIT, PIVOT - Math.cos(angle) * radius * UNIT]
  }
  const drawArc = (from: number, to: number, radius: number, width: number, colour: string) => {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    const start = getNeedleAngle(from) - Math.PI / 2
    context.arc(WIDTH / 2, PIVOT, radius * UNIT, start, getNeedleAngle(to) - Math.PI / 2)
    context.stroke()
  }
  drawArc(0, computeDeflection(0), 1.2, 7, INK)
  drawArc(computeDeflection(0), 1, 1.2, 22, RED)
  for (const vu of MARKS) {
    context.strokeStyle = vu > 0 ? RED : INK
    context.fillStyle = context.strokeStyle
    context.lineWidth = vu === 0 ? 11 : 7
    context.beginPath()
    context.moveTo(...point(vu, 1.19))
    context.lineTo(...point(vu, 1.275))
    context.stroke()
    context.font = `700 ${vu === 0 || vu === -20 || vu === 3 ? 52 : 44}px Scale`
    context.fillText(String(Math.abs(vu)), ...point(vu, 1.345))
  }
  for (let part = 0; part <= 100; part += 10) {
    const angle = getNeedleAngle((part / 100) * computeDeflection(0))
    context.strokeStyle = INK
    context.lineWidth = 3.5
    context.beginPath()
    context.moveTo(WIDTH / 2 + Math.sin(angle) * 1.165 * UNIT, PIVOT - Math.cos(angle) * 1.165 * UNIT)
    context.lineTo(WIDTH / 2 + Math.sin(angle) * 1.2 * UNIT, PIVOT - Math.cos(angle) * 1.2 * UNIT)
    context.stroke()
  }
  context.fillStyle = INK
  context.font = '700 84px Scale'
  context.fillText('VU', WIDTH / 2, HEIGHT * 0.62)
  return canvas.toDataURL('image/png')
}
