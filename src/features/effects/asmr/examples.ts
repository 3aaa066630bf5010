import peaks from '@/config/asmr-peaks.json'
import { FOOTAGE, type Footage } from '@/config/media'

export interface AsmrExample {
  title: string
  prompt: string
  footage: Footage
  /** The loudness in equal parts of the clip, 0 to 1. */
  levels: readonly number[]
}

export const EXAMPLES: readonly AsmrExample[] = [
  {
    title: 'A few slow keys',
    prompt:
      'Extreme close-up of a dark mechanical keyboard with one amber key, a warm lamp behind it, shallow focus. A few keys go down slowly, one after another. ASMR: each key a soft, deep thock, then its spring and the case settling. Long pauses, a quiet room. No music, no voice.',
    footage: FOOTAGE.asmr1,
    levels: peaks.asmr1,
  },
  {
    title: 'Drops into still water',
    prompt:
      'Macro shot of dark, still water at dusk, amber light behind it. Single drops fall, throw up a thin jet, and send slow rings across the surface. ASMR: the small slap of each drop and the round, rising note of the bubble under it, a long soft echo. No music.',
    footage: FOOTAGE.asmr2,
    levels: peaks.asmr2,
  },
  {
    title: 'Glass marbles on wood',
    prompt:
      'Low close-up along a worn wooden table, late warm light. A glass marble rolls in, meets the one at rest and takes its place; the other rolls on. ASMR: the grain of the wood under the rolling glass, one bright click, the faint ring after it. A small, quiet room. No music, no voice.',
    footage: FOOTAGE.asmr3,
    levels: peaks.asmr3,
  },
]
