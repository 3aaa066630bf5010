// Draws subjects on the sea: the lighthouse and its beam, a sailing boat, gulls, and fog.
import type { Canvas } from '@napi-rs/canvas'
import { mix, scaleColor, toCss } from '../../draw/color.ts'
import type { Palette } from '../../draw/palette.ts'
import { HEIGHT, type Pen, stamp, WIDTH } from '../../draw/stage.ts'
import { clamp } from '../../math.ts'
import type { Mood } from '../../mood.ts'

const TOWER = 168
/** The seconds of one rotation of the lamp. */
const TURN = 4

/** Draws the tower from its foot at (x, y), lit from the sun's side. In dim light, its lamp rotates. */
export function drawLighthouse(
  pen: Pen,
  x: number,
  y: number,
  palette: Palette,
  mood: Mood,
  t: number,
  glow: Canvas,
  sunX: number,
): void {
  const isDim = mood.light !== 'day' || mood.storm || mood.fog
  const light = mood.light === 'night' ? 0.62 : mood.storm ? 0.7 : mood.light === 'day' ? 1 : 0.85
  const white = mix(scaleColor(palette.sun, light), palette.haze, 0.15)
  const dark = mix(scaleColor(palette.ambient, 0.75), palette.haze, 0.12)
  const side = pen.createLinearGradient(x - 17, 0, x + 17, 0)
  const fromLeft = sunX < x
  side.addColorStop(fromLeft ? 0.06 : 0.94, toCss(white))
  side.addColorStop(0.5, toCss(mix(white, dark, 0.62)))
  side.addColorStop(fromLeft ? 0.96 : 0.04, toCss(dark))
  const lampY = y - TOWER - 13

  // The lighthouse keeper's house.
  pen.fillStyle = toCss(mix(dark, white, 0.34))
  pen.fillRect(x - 66, y - 32, 46, 36)
  pen.fillStyle = toCss(scaleColor(dark, 0.72))
  pen.beginPath()
  pen.moveTo(x - 72, y - 31)
  pen.lineTo(x - 43, y - 53)
  pen.lineTo(x - 14, y - 31)
  pen.fill()
  if (isDim) {
    pen.fillStyle = 'rgba(255,196,110,0.95)'
    pen.fillRect(x - 57, y - 22, 8, 10)
    pen.fillRect(x - 38, y - 22, 8, 10)
  }

  pen.fillStyle = side
  pen.beginPath()
  pen.moveTo(x - 17, y + 4)
  pen.quadraticCurveTo(x - 11.5, y - TOWER * 0.5, x - 10, y - TOWER)
  pen.lineTo(x + 10, y - TOWER)
  pen.quadraticCurveTo(x + 11.5, y - TOWER * 0.5, x + 17, y + 4)
  pen.fill()
  pen.globalAlpha = 0.78
  for (const band of [0.18, 0.52, 0.82]) {
    const width = 17 - 7 * (band + 0.07)
    const red = pen.createLinearGradient(x - 17, 0, x + 17, 0)
    red.addColorStop(fromLeft ? 0.06 : 0.94, toCss(mix(scaleColor([0.78, 0.2, 0.14], light), palette.haze, 0.1)))
    red.addColorStop(fromLeft ? 0.96 : 0.04, toCss(mix(scaleColor([0.3, 0.07, 0.08], light), palette.ambient, 0.35)))
    pen.fillStyle = red
    pen.fillRect(x - width, y - TOWER * (band + 0.15), width * 2, TOWER * 0.15)
  }
  pen.globalAlpha = 1
  pen.fillStyle = toCss(scaleColor(dark, 0.6))
  pen.fillRect(x - 14, y - TOWER - 3, 28, 5)
  pen.fillRect(x - 8, y - TOWER - 22, 16, 20)
  pen.beginPath()
  pen.moveTo(x - 11, y - TOWER - 21)
  pen.quadraticCurveTo(x, y - TOWER - 36, x + 11, y - TOWER - 21)
  pen.fill()
  pen.fillStyle = isDim ? 'rgba(255,238,190,1)' : toCss(mix(white, palette.upper, 0.5))
  pen.fillRect(x - 5.5, y - TOWER - 19, 11, 14)
  if (!isDim) return

  const angle = (t / TURN) * Math.PI * 2 + 0.9
  pen.save()
  pen.globalCompositeOperation = 'screen'
  for (const turn of [0, Math.PI])
    drawBeam(pen, x, lampY, angle + turn, mood.light === 'night' || mood.fog ? 0.95 : 0.5)
  const facing = clamp(Math.max(Math.sin(angle), Math.sin(angle + Math.PI)) ** 14)
  pen.globalAlpha = 0.75
  stamp(pen, glow, x, lampY, 130 + 260 * facing)
  pen.globalAlpha = 0.9 * facing
  stamp(pen, glow, x, lampY, 720, 14)
  pen.restore()
}

/** Draws a cone of lit haze. It is long and thin to the side, and short and bright toward the viewer. */
function drawBeam(pen: Pen, x: number, y: number, angle: number, strength: number): void {
  const reach = Math.cos(angle)
  const towards = Math.sin(angle)
  const length = reach * 860
  if (Math.abs(length) < 20) return
  const open = 16 + 52 * Math.abs(reach) + (towards > 0 ? 90 * towards : 0)
  const gradient = pen.createLinearGradient(x, y, x + length, y)
  const power = strength * (0.55 + 0.45 * Math.max(0, towards))
  gradient.addColorStop(0, `rgba(255,236,190,${power.toFixed(3)})`)
  gradient.addColorStop(0.35, `rgba(255,228,176,${(power * 0.36).toFixed(3)})`)
  gradient.addColorStop(1, 'rgba(255,220,160,0)')
  pen.fillStyle = gradient
  for (const share of [1, 0.62, 0.3]) {
    pen.globalAlpha = 0.45
    pen.beginPath()
    pen.moveTo(x, y - 4)
    pen.lineTo(x + length, y - open * share + 22 * towards)
    pen.lineTo(x + length, y + open * share + 22 * towards)
    pen.lineTo(x, y + 4)
    pen.fill()
  }
  pen.globalAlpha = 1
}

/** Draws a sailing boat that rolls with the swell, and its dark reflection. */
export function drawBoat(pen: Pen, x: number, y: number, palette: Palette, t: number, size: number): void {
  const roll = Math.sin(t * 1.25) * 0.05
  const bob = Math.sin(t * 1.25 + 0.8) * 2.4
  const hull = scaleColor(palette.ambient, 0.35)
  const lit = mix(palette.sun, palette.horizon, 0.35)
  pen.save()
  pen.translate(x, y + bob)
  pen.save()
  pen.scale(size, -size * 0.55)
  pen.rotate(-roll)
  pen.globalAlpha = 0.4
  outline(pen, toCss(scaleColor(hull, 0.8)), toCss(scaleColor(hull, 0.8)), toCss(scaleColor(hull, 0.8)))
  pen.restore()
  pen.scale(size, size)
  pen.rotate(roll)
  const sail = pen.createLinearGradient(-50, 0, 50, 0)
  sail.addColorStop(0, toCss(mix(lit, [1, 1, 1], 0.15)))
  sail.addColorStop(1, toCss(mix(lit, palette.ambient, 0.6)))
  outline(pen, toCss(hull), sail, toCss(mix(hull, lit, 0.2)))
  pen.restore()
}

function outline(pen: Pen, hull: string, sail: string | ReturnType<Pen['createLinearGradient']>, jib: string): void {
  pen.fillStyle = hull
  pen.fillRect(-1.2, -128, 2.4, 128)
  pen.beginPath()
  pen.moveTo(-52, -12)
  pen.quadraticCurveTo(0, -5, 60, -15)
  pen.quadraticCurveTo(44, 6, 26, 8)
  pen.lineTo(-36, 8)
  pen.quadraticCurveTo(-48, 2, -52, -12)
  pen.fill()
  pen.fillStyle = sail
  pen.beginPath()
  pen.moveTo(-3, -124)
  pen.quadraticCurveTo(-30, -66, -46, -20)
  pen.quadraticCurveTo(-24, -16, -3, -20)
  pen.fill()
  pen.fillStyle = jib
  pen.globalAlpha *= 0.9
  pen.beginPath()
  pen.moveTo(3, -112)
  pen.quadraticCurveTo(32, -60, 54, -18)
  pen.quadraticCurveTo(28, -22, 3, -18)
  pen.fill()
}

/** Creates gulls that glide and beat their wings. Each flies near the stereo position of its call. */
export function createGulls(mood: Mood, calls: readonly { pan: number }[]): (pen: Pen, t: number) => void {
  const random = mood.random('gulls')
  const birds = calls.concat(calls.slice(0, 2)).map((call) => ({
    x: WIDTH * (0.5 + call.pan * 0.42),
    y: random.between(70, 210),
    size: random.between(7, 17),
    speed: random.between(22, 60) * (random.chance(0.5) ? 1 : -1),
    beat: random.between(5, 7.5),
    phase: random.between(0, 7),
  }))
  return (pen, t) => {
    pen.lineCap = 'round'
    for (const bird of birds) {
      const x = bird.x + bird.speed * (t - 2.5)
      const y = bird.y + Math.sin(t * 0.9 + bird.phase) * 9
      const lift = (0.35 + 0.65 * Math.max(0, Math.sin(t * 0.8 + bird.phase))) * Math.sin(t * bird.beat + bird.phase)
      const { size } = bird
      pen.strokeStyle = 'rgba(22,24,34,0.82)'
      pen.lineWidth = size * 0.15
      pen.beginPath()
      pen.moveTo(x - size, y - size * 0.45 * lift)
      pen.quadraticCurveTo(x - size * 0.45, y - size * (0.3 + 0.25 * lift), x, y)
      pen.quadraticCurveTo(x + size * 0.45, y - size * (0.3 + 0.25 * lift), x + size, y - size * 0.45 * lift)
      pen.stroke()
    }
  }
}

/**
 * Creates fog that is thickest at the horizon. `density` is 1 in front of distant objects, and lower in front of near
 * ones.
 */
export function createFog({ horizon, haze }: Palette, horizonY: number, seesSky: boolean) {
  const color = mix(horizon, haze, 0.5)
  const grey = (color[0] + color[1] + color[2]) / 3
  const fog = mix(color, [grey, grey, grey], 0.6)
  return (pen: Pen, density: number) => {
    const veil = pen.createLinearGradient(0, 0, 0, HEIGHT)
    veil.addColorStop(0, toCss(fog, (seesSky ? 0.3 : 0.7) * density))
    veil.addColorStop(horizonY / HEIGHT, toCss(fog, (seesSky ? 0.65 : 0.86) * density))
    veil.addColorStop(1, toCss(fog, 0.3 * density))
    pen.fillStyle = veil
    pen.fillRect(0, -4, WIDTH, HEIGHT + 8)
  }
}
