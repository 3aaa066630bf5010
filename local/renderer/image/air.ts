// Draws light and dust in front of an image, so that a still image seems alive.
import { mix } from '../draw/color.ts'
import { createGlowSprite, HEIGHT, type Pen, stamp, WIDTH } from '../draw/stage.ts'
import type { Random } from '../random.ts'
import type { ImageTone } from './image-tone.ts'

/** Draws the air at time `t`. The level 0 draws nothing. */
export type Air = (pen: Pen, t: number, level?: number) => void

export function createAir(tone: ImageTone, random: Random, seconds: number): Air {
  const light = mix(tone.bright, [1, 0.95, 0.86], 0.4)
  const leak = createGlowSprite(light, 256)
  const mote = createGlowSprite(light, 32)
  const motes = Array.from({ length: 46 }, () => {
    const near = random.next() ** 2
    return {
      x: random.between(0, WIDTH),
      y: random.between(0, HEIGHT),
      vx: random.between(-9, 13) * (0.5 + near),
      vy: random.between(-12, 4) * (0.5 + near),
      size: 3 + near * 13,
      phase: random.between(0, 7),
      opacity: 0.1 + 0.22 * random.next(),
    }
  })
  return (pen, t, level = 1) => {
    if (level === 0) return
    pen.save()
    pen.globalCompositeOperation = 'screen'
    pen.globalAlpha = level * (0.13 + 0.04 * Math.sin(t * 0.8))
    const pass = t / seconds
    stamp(pen, leak, WIDTH * (-0.1 + 0.5 * pass), HEIGHT * 0.12, 1150, 900)
    pen.globalAlpha = level * 0.08
    stamp(pen, leak, WIDTH * (1.08 - 0.3 * pass), HEIGHT * 0.85, 900, 700)
    for (const { x, y, vx, vy, size, phase, opacity } of motes) {
      pen.globalAlpha = level * opacity * (0.5 + 0.5 * Math.sin(t * 1.1 + phase))
      stamp(pen, mote, x + vx * t, y + vy * t, size)
    }
    pen.restore()
  }
}
