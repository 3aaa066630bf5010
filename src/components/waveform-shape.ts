/**
 * Heights of a waveform's bars, from 0 to 1: the same for the same seed. Two slow swells over small noise, so that it
 * reads as sound with phrases and rests, not as grass.
 */
export function waveformHeights(seed: number, bars: number): number[] {
  const random = mulberry32(seed)
  const phase = random() * Math.PI * 2
  const swells = 1.5 + random() * 2
  return Array.from({ length: bars }, (_, index) => {
    const at = index / Math.max(1, bars - 1)
    const swell = Math.sin(at * Math.PI * swells + phase) ** 2 * (0.55 + 0.45 * Math.sin(at * 17 + phase * 3))
    return Math.min(1, 0.08 + Math.max(0, swell) * (0.45 + 0.55 * random()))
  })
}

/** A small seeded generator (Mulberry32, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
