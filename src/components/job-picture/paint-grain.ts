// Draws an active job that has no image. Dark gray grain becomes calm light and color with the progress. This code
// loads when such a job is shown.

import { GRAIN_HEIGHT, GRAIN_WIDTH } from './grain-size'

/** The progress at which the grain size halves. */
const FINE_FROM = 0.5

type Tone = readonly [red: number, green: number, blue: number]

/** Each row: the colors of shadows, midtones, and highlights. */
const PALETTES = [
  ['0a1c2c', '206874', 'f4b260'],
  ['181030', '70408c', 'ff8c6e'],
  ['0c1434', '3a58a8', 'b2ceff'],
  ['0e201a', '3e704c', 'e2d082'],
  ['280e16', '963a3e', 'ffbe78'],
  ['101822', '4e5c70', 'ece2ce'],
] as const

/**
 * Paints the grain into RGBA pixels of GRAIN_WIDTH x GRAIN_HEIGHT.
 * @param progress from 0 to 1
 */
export function paintGrain(pixels: Uint8ClampedArray, seed: number, progress: number): void {
  const [shadow, middle, light] = choosePalette(seed)
  const [bodyAt, beamAt] = [createLight(seed, 0.6), createLight(seed + 977, 0.24)]
  const size = progress < FINE_FROM ? 2 : 1
  const brightness = 0.5 + 0.5 * progress
  const saturation = 0.3 + 0.7 * progress
  const noise = 90 * (1 - progress) + 5
  for (let top = 0; top < GRAIN_HEIGHT; top += size) {
    for (let left = 0; left < GRAIN_WIDTH; left += size) {
      const [x, y] = [left / GRAIN_WIDTH, top / GRAIN_HEIGHT]
      const [body, glow] = [bodyAt(x, y), 0.75 * beamAt(x, y)]
      const mixColor = (part: 0 | 1 | 2) => {
        const unlit = shadow[part] + (middle[part] - shadow[part]) * body
        return unlit + (light[part] - unlit) * glow
      }
      const [red, green, blue] = [mixColor(0), mixColor(1), mixColor(2)]
      const gray = 0.3 * red + 0.59 * green + 0.11 * blue
      const grain = noise * (drawChance(Math.imul(left + 1, 7919) ^ Math.imul(top + seed, 104_729)) ** 2 - 0.2)
      const shade = (tone: number) => (gray + (tone - gray) * saturation) * brightness + grain
      for (let at = 0; at < size * size; at += 1) {
        const pixel = 4 * ((top + Math.floor(at / size)) * GRAIN_WIDTH + left + (at % size))
        pixels[pixel] = shade(red)
        pixels[pixel + 1] = shade(green)
        pixels[pixel + 2] = shade(blue)
        pixels[pixel + 3] = 255
      }
    }
  }
}

function choosePalette(seed: number) {
  const [shadow, middle, light] = PALETTES[Math.floor(drawChance(seed) * PALETTES.length)] ?? PALETTES[0]
  return [toTone(shadow), toTone(middle), toTone(light)] as const
}

function toTone(hex: string): Tone {
  const value = Number.parseInt(hex, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Returns a function that computes the light, 0 to 1, at a point. */
function createLight(seed: number, reach: number): (x: number, y: number) => number {
  const angle = Math.PI * drawChance(seed + 1)
  const [middleX, middleY] = [0.15 + 0.7 * drawChance(seed + 2), 0.15 + 0.6 * drawChance(seed + 3)]
  const [along, across] = [Math.cos(angle), Math.sin(angle)]
  return (x, y) => {
    const [right, down] = [x - middleX, (y - middleY) * 0.6]
    const [far, wide] = [right * along + down * across, (down * along - right * across) * 2.4]
    return Math.exp(-(far * far + wide * wide) / (reach * reach))
  }
}

/** Returns a pseudo-random number from 0 to 1. The same value always returns the same number. */
function drawChance(value: number): number {
  let mixed = Math.imul(value ^ 0x9e3779b9, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}
