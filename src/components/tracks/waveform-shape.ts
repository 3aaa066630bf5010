/**
 * Returns heights from 0 to 1, always the same for the same seed. Two slow waves plus small noise look like phrases and
 * pauses.
 */
export function createWaveform(seed: number, bars: number): number[] {
  const random = mulberry32(seed)
  const phase = random() * Math.PI
  const phrases = 1.6 + random() * 1.6
  return Array.from({ length: bars }, (_, index) => {
    const at = index / Math.max(1, bars - 1)
    const phrase = Math.abs(Math.sin(at * Math.PI * phrases + phase)) ** 1.6
    const syllable = 0.6 + 0.4 * Math.sin(at * 61 + phase * 5)
    return Math.min(1, 0.05 + phrase * syllable * (0.35 + 0.65 * random()))
  })
}

/** Returns heights from 0 to 1: each bar has the loudest of its peaks, which are 0 to 100. */
export function fitPeaks(peaks: readonly number[], bars: number): number[] {
  const getStart = (bar: number) => Math.floor((bar * peaks.length) / bars)
  return Array.from({ length: bars }, (_, bar) => Math.max(0, ...peaks.slice(getStart(bar), getStart(bar + 1))) / 100)
}

/** Returns a generator of pseudo-random numbers: Mulberry32, public domain. */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
