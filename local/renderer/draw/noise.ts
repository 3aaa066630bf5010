// Computes smooth value noise on a periodic lattice. Clouds, water, stone, and smoke are drawn from it.
import { createRandom } from '../random.ts'

const SIZE = 256
const MASK = SIZE - 1

export class Noise {
  readonly #lattice = new Float32Array(SIZE * SIZE)

  constructor(seed: number) {
    const random = createRandom(seed, 'noise')
    for (let i = 0; i < this.#lattice.length; i++) this.#lattice[i] = random.next()
  }

  /** Returns the noise at a point, from 0 to 1. The noise repeats every 256 units in both directions. */
  at(x: number, y: number): number {
    const xi = Math.floor(x)
    const yi = Math.floor(y)
    let fx = x - xi
    let fy = y - yi
    fx = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    fy = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    const left = xi & MASK
    const right = (xi + 1) & MASK
    const top = (yi & MASK) * SIZE
    const bottom = ((yi + 1) & MASK) * SIZE
    const l = this.#lattice
    const a = l[top + left] as number
    const b = l[top + right] as number
    const c = l[bottom + left] as number
    const d = l[bottom + right] as number
    const upper = a + (b - a) * fx
    return upper + (c + (d - c) * fx - upper) * fy
  }

  /** Returns a sum of octaves, from 0 to 1. Its mean is about 0.5. */
  fbm(x: number, y: number, octaves: number): number {
    let sum = 0
    let amplitude = 0.5
    let total = 0
    for (let i = 0; i < octaves; i++) {
      sum += amplitude * this.at(x, y)
      total += amplitude
      amplitude *= 0.5
      // A rotation between octaves hides the lattice's direction.
      const turned = x * 1.6 + y * 1.2 + 17.3
      y = y * 1.6 - x * 1.2 + 9.1
      x = turned
    }
    return sum / total
  }

  /** Returns octaves folded at their middle, from 0 to 1. The folds form sharp crests, as on rocks. */
  ridged(x: number, y: number, octaves: number): number {
    let sum = 0
    let amplitude = 0.5
    let total = 0
    let weight = 1
    for (let i = 0; i < octaves; i++) {
      const fold = 1 - Math.abs(2 * this.at(x, y) - 1)
      const crest = fold * fold * weight
      sum += amplitude * crest
      total += amplitude
      weight = Math.min(1, crest * 1.9)
      amplitude *= 0.5
      const turned = x * 1.6 + y * 1.2 + 31.7
      y = y * 1.6 - x * 1.2 + 3.9
      x = turned
    }
    return sum / total
  }
}
