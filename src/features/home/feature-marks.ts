// Each wave does what its feature says. Geometry in a box of WIDTH x HEIGHT, grouped by paint.
import { createWaveform } from '@/components/tracks/waveform-shape'

export type MarkName = 'take' | 'words' | 'picture' | 'models' | 'switch' | 'notch' | 'price' | 'arrival' | 'away'

/** Path data by paint: `lit` for the subject of the feature, `faint` for what is missing, `cut` for upright lines. */
export interface MarkPaths {
  wave: string
  lit: string
  faint: string
  cut: string
}

export const WIDTH = 288
export const HEIGHT = 72

const STEP = 6
const BARS = WIDTH / STEP
const SILENCE = 0.02

type Paint = keyof MarkPaths

export function markPaths(mark: MarkName): MarkPaths {
  const paths: MarkPaths = { wave: '', lit: '', faint: '', cut: '' }
  const bar = (index: number, height: number, paint: Paint, middle = HEIGHT / 2, room = HEIGHT - 8) => {
    // In whole steps, for the size of a page's file.
    const half = Math.max(1, Math.round(Math.max(SILENCE, height) * room)) / 2
    paths[paint] += `M${index * STEP + STEP / 2} ${middle - half}v${2 * half}`
  }
  const cut = (index: number) => {
    paths.cut += `M${index * STEP} 0V${HEIGHT}`
  }
  const each = (draw: (index: number, at: number) => void) => {
    for (let index = 0; index < BARS; index += 1) draw(index, index / (BARS - 1))
  }
  DRAWINGS[mark]({ bar, cut, each })
  return paths
}

interface Pen {
  bar: (index: number, height: number, paint: Paint, middle?: number, room?: number) => void
  cut: (index: number) => void
  each: (draw: (index: number, at: number) => void) => void
}

const sound = (seed: number) => {
  const heights = createWaveform(seed, BARS)
  return (index: number) => heights[index] ?? 0
}

const DRAWINGS: Record<MarkName, (pen: Pen) => void> = {
  // Every hit is on a cut of the picture, and fades until the next.
  take({ bar, cut, each }) {
    const cuts = [0, 9, 23, 37]
    const texture = sound(3)
    each((index) => {
      const since = index - (cuts.findLast((start) => start <= index) ?? 0)
      bar(index, Math.exp(-since / 3.4) * (0.8 + 0.4 * texture(index)) + 0.05, since < 2 ? 'lit' : 'wave')
    })
    for (const start of cuts.slice(1)) cut(start)
  },
  // A sentence, word by word; the quoted one is lit.
  words({ bar, each }) {
    const words = [
      [0, 5],
      [7, 9],
      [11, 18],
      [21, 30],
      [32, 35],
      [38, 47],
    ] as const
    const texture = sound(11)
    each((index) => {
      const word = words.findIndex(([from, to]) => index >= from && index <= to)
      const [from, to] = words[word] ?? [0, 0]
      if (word < 0) return bar(index, 0, 'faint')
      const swell = Math.sin(((index - from + 0.6) / (to - from + 1.2)) * Math.PI)
      bar(index, 0.16 + swell * (0.34 + 0.5 * texture((index * 7) % BARS)), word === 3 ? 'lit' : 'wave')
    })
  },
  // A still that starts to move.
  picture({ bar, each }) {
    each((index) => {
      if (index < 14) return bar(index, 0.9, 'lit')
      const since = (index - 14) / (BARS - 14)
      bar(index, 0.06 + Math.abs(Math.sin(since * 15)) * (0.9 - 0.55 * since), 'wave')
    })
  },
  // Two silent models, one with sound.
  models({ bar, each }) {
    const texture = sound(29)
    each((index) => {
      bar(index, 0, 'wave', 8, 20)
      bar(index, 0, 'wave', 22, 20)
      bar(index, 0.1 + 0.9 * texture(index), 'lit', 50, 42)
    })
  },
  switch({ bar, cut, each }) {
    const texture = sound(17)
    each((index, at) => bar(index, at < 0.56 ? 0.25 + 0.75 * texture(index) : 0, at < 0.56 ? 'lit' : 'faint'))
    cut(27)
  },
  notch({ bar, each }) {
    const texture = sound(5)
    each((index) => {
      const isOut = index > 16 && index < 27
      bar(index, isOut ? 0 : 0.3 + 0.65 * texture(index), isOut ? 'lit' : 'wave')
    })
  },
  // In proportion to the three prices.
  price({ bar, each }) {
    const levels = [20 / 330, 180 / 330, 1]
    each((index, at) => {
      const third = Math.min(2, Math.floor(at * 3))
      bar(index, (levels[third] ?? 0) * 0.96, index % 16 === 15 ? 'faint' : third === 2 ? 'lit' : 'wave')
    })
  },
  // Held, then paid.
  arrival({ bar, cut, each }) {
    const texture = sound(41)
    each((index) => bar(index, 0.2 + 0.75 * texture(index), index < 31 ? 'faint' : 'lit'))
    cut(31)
  },
  // Nobody watches the middle.
  away({ bar, each }) {
    const texture = sound(23)
    each((index) => {
      const isWatched = index < 11 || index > 36
      bar(index, 0.18 + 0.78 * texture(index), index > 36 ? 'lit' : isWatched ? 'wave' : 'faint')
    })
  },
}
