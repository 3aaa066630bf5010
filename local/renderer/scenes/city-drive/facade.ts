// House fronts as textures: windows, shops, signs that glow.
import { css, hex, mix, type Rgb, scale } from '../../draw/color.ts'
import { createLayer } from '../../draw/stage.ts'
import type { Mood } from '../../mood.ts'
import type { Picture } from '../../scene.ts'

export const BLOCK = 26

export const FACADE_WIDTH = 256

export const FACADE_HEIGHT = 512

/** Facade texels to a metre. */
export const TEXELS = FACADE_WIDTH / BLOCK

/** One house front as RGBA; the alpha channel says how far a texel glows (128 not at all, 255 with the beat). */
export function paintFacade(
  mood: Mood,
  index: number,
  accents: readonly [Rgb, Rgb, Rgb],
  isLight: boolean,
): Uint8ClampedArray {
  const random = mood.random(`facade ${index}`)
  const { pen } = createLayer(FACADE_WIDTH, FACADE_HEIGHT)
  const wall = isLight
    ? mix(hex('#8c8177'), hex('#5f6a78'), random.next())
    : mix(hex('#12141f'), hex('#1d1620'), random.next())
  pen.fillStyle = css(wall)
  pen.fillRect(0, 0, FACADE_WIDTH, FACADE_HEIGHT)
  const glows: { x: number; y: number; width: number; height: number }[] = []
  const columns = random.int(7, 11)
  const floor = 30
  const cell = FACADE_WIDTH / columns
  for (let y = FACADE_HEIGHT - 62 - floor; y > -floor; y -= floor) {
    for (let column = 0; column < columns; column++) {
      const isLit = random.chance(isLight ? 0.08 : 0.34)
      const tone = random.next()
      const color = isLit
        ? mix(hex('#ffca7a'), hex('#a8d4ff'), tone > 0.72 ? 1 : tone * 0.3)
        : isLight
          ? hex('#39495a')
          : hex('#0a0e18')
      const level = isLit ? random.between(0.35, 0.95) : 1
      pen.fillStyle = css(mix(wall, color, isLit ? level : 0.85))
      pen.fillRect(column * cell + cell * 0.2, y + 6, cell * 0.6, floor * 0.56)
      if (isLit && random.chance(0.5)) {
        pen.fillStyle = css(wall, 0.55)
        pen.fillRect(column * cell + cell * random.between(0.2, 0.5), y + 6, cell * 0.22, floor * 0.56)
      }
    }
    pen.fillStyle = 'rgba(0,0,0,0.35)'
    pen.fillRect(0, y, FACADE_WIDTH, 2)
  }
  // Stone between the windows: cornices and a lighter edge on each pilaster.
  for (let column = 0; column <= columns; column++) {
    pen.fillStyle = css(mix(wall, [1, 1, 1], 0.05))
    pen.fillRect(column * cell - 5, 0, 3, FACADE_HEIGHT - 62)
    pen.fillStyle = 'rgba(0,0,0,0.4)'
    pen.fillRect(column * cell - 2, 0, 4, FACADE_HEIGHT - 62)
  }
  // The shop at street level: lit from its ceiling, goods and people dark against it.
  const shop = mix(random.pick(accents as readonly [Rgb, ...Rgb[]]), hex('#ffd9a0'), random.between(0.35, 0.9))
  const front = pen.createLinearGradient(0, FACADE_HEIGHT - 46, 0, FACADE_HEIGHT)
  front.addColorStop(0, css(mix(shop, [1, 0.96, 0.88], 0.35), isLight ? 0.35 : 0.92))
  front.addColorStop(0.45, css(scale(shop, 0.55), 0.95))
  front.addColorStop(1, css(scale(shop, 0.16), 1))
  pen.fillStyle = front
  pen.fillRect(10, FACADE_HEIGHT - 44, FACADE_WIDTH - 20, 40)
  for (let i = 0; i < 34; i++) {
    pen.fillStyle = css(
      mix(
        scale(shop, random.between(0.05, 0.5)),
        random.pick(accents as readonly [Rgb, ...Rgb[]]),
        random.chance(0.2) ? 0.5 : 0.05,
      ),
      0.85,
    )
    const tall = random.between(3, 13)
    pen.fillRect(
      random.between(12, FACADE_WIDTH - 20),
      FACADE_HEIGHT - 8 - tall - random.pick([0, 0, 12]),
      random.between(2, 9),
      tall,
    )
  }
  for (let i = 0; i < 3; i++) {
    const px = random.between(24, FACADE_WIDTH - 30)
    pen.fillStyle = 'rgba(6,6,10,0.9)'
    pen.beginPath()
    pen.ellipse(px, FACADE_HEIGHT - 21, 2, 2.3, 0, 0, Math.PI * 2)
    pen.roundRect(px - 3.2, FACADE_HEIGHT - 19, 6.4, 16, 2.4)
    pen.fill()
  }
  pen.fillStyle = 'rgba(6,7,12,0.9)'
  for (let x = 10; x < FACADE_WIDTH - 10; x += random.between(22, 46)) pen.fillRect(x, FACADE_HEIGHT - 46, 3, 44)
  const awning = random.pick(accents as readonly [Rgb, ...Rgb[]])
  for (let x = 10; x < FACADE_WIDTH - 10; x += 8) {
    pen.fillStyle = css(scale(mix(awning, wall, 0.3), (x / 8) % 2 < 1 ? 0.5 : 0.2))
    pen.fillRect(x, FACADE_HEIGHT - 49, 8, 7)
  }
  const board = random.pick(accents as readonly [Rgb, ...Rgb[]])
  sign(pen, glows, random.between(20, 90), FACADE_HEIGHT - 63, random.between(80, 140), 12, board, random, isLight)
  for (let i = 0; i < random.int(2, 4); i++) {
    const accent = random.pick(accents as readonly [Rgb, ...Rgb[]])
    const tall = random.between(60, 150)
    sign(
      pen,
      glows,
      random.between(8, FACADE_WIDTH - 36),
      FACADE_HEIGHT - 80 - tall - random.between(0, 120),
      random.between(18, 30),
      tall,
      accent,
      random,
      isLight,
    )
  }
  const data = pen.getImageData(0, 0, FACADE_WIDTH, FACADE_HEIGHT).data
  for (let i = 3; i < data.length; i += 4) data[i] = 128
  for (const { x, y, width, height } of glows) {
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(FACADE_HEIGHT, y + height); row++) {
      for (let column = Math.max(0, Math.floor(x)); column < Math.min(FACADE_WIDTH, x + width); column++)
        data[(row * FACADE_WIDTH + column) * 4 + 3] = 255
    }
  }
  return new Uint8ClampedArray(data)
}

/** A neon sign of strokes that read as letters from a passing car. */
function sign(
  pen: Parameters<Picture['draw']>[0],
  glows: { x: number; y: number; width: number; height: number }[],
  x: number,
  y: number,
  width: number,
  height: number,
  color: Rgb,
  random: ReturnType<Mood['random']>,
  isLight: boolean,
): void {
  pen.save()
  pen.fillStyle = 'rgba(4,4,10,0.82)'
  pen.fillRect(x, y, width, height)
  pen.strokeStyle = css(mix(color, [1, 1, 1], 0.1), isLight ? 0.6 : 1)
  pen.lineWidth = 2.2
  pen.strokeRect(x + 2, y + 2, width - 4, height - 4)
  pen.fillStyle = css(mix(color, [1, 1, 1], 0.22), isLight ? 0.7 : 1)
  const isTall = height > width
  const size = (isTall ? width : height) * 0.55
  const count = Math.floor((isTall ? height : width) / (size * 1.5)) - 1
  for (let i = 0; i < count; i++) {
    const cx = isTall ? x + width / 2 - size / 2 : x + size + i * size * 1.5
    const cy = isTall ? y + size + i * size * 1.5 : y + height / 2 - size / 2
    for (let k = 0; k < 3; k++) {
      if (random.chance(0.5)) pen.fillRect(cx, cy + (k * size) / 2.4, size, size * 0.2)
      else pen.fillRect(cx + (k * size) / 2.4, cy, size * 0.2, size)
    }
  }
  pen.restore()
  glows.push({ x, y, width, height })
}
