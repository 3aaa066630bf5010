import { PEAKS } from '../../../supabase/functions/_shared/contract/fields.ts'

/** The samples of which the loudest is kept: 5 ms at 48 kHz, where a peak of 5 seconds covers 31 ms. */
const SLICE_SAMPLES = 256
/** -60 dB. A video that is never louder counts as silent, as in the browser. */
const SILENCE = 0.001

/** Finds the peaks of a sound whose length is known at its end. */
export function createPeakMeter() {
  const slices: number[] = []
  const lengths: number[] = []
  return {
    /** Adds the next samples of a channel. */
    add(samples: Float32Array, channel: number) {
      let at = lengths[channel] ?? 0
      for (const sample of samples) {
        const slice = Math.floor(at / SLICE_SAMPLES)
        slices[slice] = Math.max(slices[slice] ?? 0, Math.abs(sample))
        at += 1
      }
      lengths[channel] = at
    },
    /** Returns the loudest value of each part, where 100 is the loudest of all. Empty for silence. */
    getPeaks(): number[] {
      const peaks = new Array<number>(PEAKS).fill(0)
      for (const [index, level] of slices.entries()) {
        const part = Math.floor((index * PEAKS) / slices.length)
        peaks[part] = Math.max(peaks[part] ?? 0, level)
      }
      const loudest = Math.max(...peaks)
      return loudest < SILENCE ? [] : peaks.map((peak) => Math.round((peak / loudest) * 100))
    },
  }
}
