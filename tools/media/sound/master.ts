// Masters a clip to its target loudness. It measures loudness by ITU-R BS.1770, and true peak by fourfold oversampling.
// Both measure the signal as an endless loop.

import { Loop, RATE, type Stereo, wrapIndex } from './stereo.ts'
import { filterLoop } from './synth.ts'

/** Second-order filter sections of K-weighting at 48 kHz, from the recommendation's tables. */
const SHELF = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585] as const
const HIGH_PASS = [1, -2, 1, -1.99004745483398, 0.99007225036621] as const

/** Returns the integrated loudness in LUFS. The signal is one turn of a loop. */
export function measureLoudness({ left, right }: Stereo): number {
  const [l, r] = [left, right].map((channel) => section(section(channel, SHELF), HIGH_PASS))
  const block = 0.4 * RATE
  const powers: number[] = []
  for (let start = 0; start < left.length; start += 0.1 * RATE) {
    let power = 0
    for (let i = start; i < start + block; i++) {
      const at = i % left.length
      power += (l?.[at] ?? 0) ** 2 + (r?.[at] ?? 0) ** 2
    }
    powers.push(power / block)
  }
  const computeMean = (list: number[]) => -0.691 + 10 * Math.log10(list.reduce((a, b) => a + b, 0) / list.length)
  const audible = powers.filter((power) => computeMean([power]) > -70)
  const gate = computeMean(audible) - 10
  return computeMean(audible.filter((power) => computeMean([power]) > gate))
}

function section(x: Float32Array, [b0, b1, b2, a1, a2]: readonly [number, number, number, number, number]) {
  const y = new Float32Array(x.length)
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let run = 0; run < 2; run++) {
    for (let i = 0; i < x.length; i++) {
      const value = b0 * (x[i] ?? 0) + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
      x2 = x1
      x1 = x[i] ?? 0
      y2 = y1
      y1 = value
      y[i] = value
    }
  }
  return y
}

const TAPS = 12
/**
 * Windowed sinc filters. They interpolate at a quarter, half, and three quarters of the distance between two samples.
 */
const BETWEEN = [0.25, 0.5, 0.75].map((part) =>
  Float64Array.from({ length: 2 * TAPS }, (_, tap) => {
    const x = Math.PI * (part - (tap - TAPS + 1))
    return (Math.sin(x) / x) * (0.5 + 0.5 * Math.cos(x / TAPS))
  }),
)

/** Returns the highest value on and between the samples, in dB of full scale. */
export function measureTruePeak({ left, right }: Stereo): number {
  let peak = 0
  for (const channel of [left, right]) for (const value of channel) peak = Math.max(peak, Math.abs(value))
  // The search skips gaps between two small samples, because they can't contain a high value.
  const worthwhile = peak * 0.6
  for (const channel of [left, right]) {
    const { length } = channel
    for (let i = 0; i < length; i++) {
      if (Math.max(Math.abs(channel[i] ?? 0), Math.abs(channel[(i + 1) % length] ?? 0)) < worthwhile) continue
      for (const sinc of BETWEEN) {
        let value = 0
        for (let tap = 0; tap < 2 * TAPS; tap++) {
          value += (channel[wrapIndex(i + tap - TAPS + 1, length)] ?? 0) * (sinc[tap] ?? 0)
        }
        peak = Math.max(peak, Math.abs(value))
      }
    }
  }
  return 20 * Math.log10(peak)
}

/** The limit for peaks. The encoder changes peaks slightly, so this is below the -1 dB limit of the finished file. */
const CEILING_DB = -2.5
/**
 * The maximum gain reduction. More of it is audible: quiet sounds get as loud as loud ones, and hits lose their impact.
 */
const MOST_HELD_DB = 3

/**
 * Brings a loop to `wanted` LUFS and limits its true peaks. Throws if this would flatten the sound. In that case, round
 * off its peaks first (`roundPeaks`), or lower the loudness.
 */
export function master(sound: Stereo, wanted: number): Stereo {
  const clean = new Loop(sound.left.length / RATE)
  clean.mix(sound)
  // Small speakers can't play lower frequencies, which contain only rumble.
  for (const channel of [clean.left, clean.right]) filterLoop(channel, 'high', 28)
  let by = wanted - measureLoudness(clean)
  let ceiling = CEILING_DB
  // Limiting the peaks lowers the loudness and leaves some peaks between the samples. A few rounds correct both.
  for (let round = 0; round < 8; round++) {
    const out = new Loop(sound.left.length / RATE)
    out.mix(clean, 10 ** (by / 20))
    const held = measureTruePeak(out) - CEILING_DB
    if (held > MOST_HELD_DB)
      throw new Error(`${held.toFixed(1)} dB of its peaks would have to be limited at ${wanted} LUFS`)
    holdPeaks(out, 10 ** (ceiling / 20))
    const missing = wanted - measureLoudness(out)
    const over = measureTruePeak(out) - CEILING_DB
    if (Math.abs(missing) < 0.1 && over < 0.1) return out
    by += missing
    ceiling -= Math.max(0, over)
  }
  throw new Error(`the loudness does not settle at ${wanted} LUFS`)
}

/** Lowers the gain before a peak and raises it afterward, around the loop. Both channels get the same gain. */
function holdPeaks({ left, right }: Stereo, ceiling: number): void {
  const length = left.length
  const ahead = Math.round(0.003 * RATE)
  const needed = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const peak = Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
    needed[i] = peak > ceiling ? ceiling / peak : 1
  }
  if (!needed.some((value) => value < 1)) return
  const lowest = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    let value = 1
    for (let k = 0; k <= ahead; k++) value = Math.min(value, needed[wrapIndex(i + k, length)] ?? 1)
    lowest[i] = value
  }
  const release = 1 - Math.exp(-1 / (0.06 * RATE))
  let level = 1
  const level_ = new Float32Array(length)
  for (let i = 0; i < length * 2; i++) {
    const target = lowest[i % length] ?? 1
    level = target < level ? target : level + (target - level) * release
    level_[i % length] = level
  }
  for (let i = 0; i < length; i++) {
    let mean = 0
    for (let k = 0; k <= ahead; k++) mean += level_[wrapIndex(i - k, length)] ?? 1
    const by = Math.min(mean / (ahead + 1), needed[i] ?? 1)
    left[i] = (left[i] ?? 0) * by
    right[i] = (right[i] ?? 0) * by
  }
}
