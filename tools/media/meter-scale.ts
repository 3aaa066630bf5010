import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

const WIDTH = 1400
const HEIGHT = 784
/** Half of the face's width in pixels. `PIVOT` is the needles' pivot below the face, as in the scene. */
const UNIT = WIDTH / 2
const PIVOT = HEIGHT / 2 + 0.98 * UNIT
const INK = '#0d0602'
const RED = '#c8200c'

/** Returns the needle's deflection for a level in VU: 0 is at rest on the left, and 1 is +3 VU. */
function computeDeflection(vu: number): number {
  return Math.max(0, Math.min(1.04, 10 ** (vu / 20) / 10 ** (3 / 20)))
}

/** Returns the needle's angle from vertical for a deflection, in radians. The scale spans 84 degrees. */
export function getNeedleAngle(part: number): number {
  return ((part - 0.5) * 84 * Math.PI) / 180
}

const MARKS = [-20, -10, -7, -5, -3, -2, -1, 0, 1, 2, 3]

/** Draws the printed scale of a level meter on a transparent background, as a data URL. */
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
