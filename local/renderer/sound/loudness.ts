// Measures integrated loudness by ITU-R BS.1770-4 (K-weighting, gated blocks of 400 ms). A limiter keeps peaks below a
// ceiling without clicks.

/** Second-order filter sections at 48 kHz, from the recommendation's tables. */
const SHELF = [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585] as const
const HIGH_PASS = [1, -2, 1, -1.99004745483398, 0.99007225036621] as const
const BLOCK_SECONDS = 0.4
const STEP_SECONDS = 0.1

function createSection(input: Float32Array, [b0, b1, b2, a1, a2]: readonly [number, number, number, number, number]) {
  const out = new Float32Array(input.length)
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let i = 0; i < input.length; i++) {
    const x = input[i] as number
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    out[i] = y
  }
  return out
}

/** Returns the loudness of a stereo signal at 48 kHz in LUFS, or -Infinity for silence. */
export function measureIntegratedLoudness(left: Float32Array, right: Float32Array, rate: number): number {
  const weighted = [left, right].map((channel) => createSection(createSection(channel, SHELF), HIGH_PASS))
  const block = Math.round(BLOCK_SECONDS * rate)
  const step = Math.round(STEP_SECONDS * rate)
  const powers: number[] = []
  for (let start = 0; start + block <= left.length; start += step) {
    let power = 0
    for (const channel of weighted) {
      let sum = 0
      for (let i = start; i < start + block; i++) sum += (channel[i] as number) ** 2
      power += sum / block
    }
    powers.push(power)
  }
  const measureLoudness = (list: readonly number[]) =>
    -0.691 + 10 * Math.log10(list.reduce((sum, power) => sum + power, 0) / list.length)
  const audible = powers.filter((power) => measureLoudness([power]) > -70)
  if (audible.length === 0) return Number.NEGATIVE_INFINITY
  const gate = measureLoudness(audible) - 10
  return measureLoudness(audible.filter((power) => measureLoudness([power]) > gate))
}

/** Limits the peaks in place. The gain falls before a peak and recovers after it. */
export function limit(left: Float32Array, right: Float32Array, rate: number, ceiling: number): void {
  const ahead = Math.round(0.004 * rate)
  const release = Math.exp(-1 / (0.12 * rate))
  const length = left.length
  const needed = new Float32Array(length + ahead).fill(1)
  for (let i = 0; i < length; i++) {
    const peak = Math.max(Math.abs(left[i] as number), Math.abs(right[i] as number))
    if (peak > ceiling) needed[i] = ceiling / peak
  }
  // A queue of falling candidates finds the lowest gain within the next `ahead` samples.
  const queue = new Int32Array(length + ahead)
  let head = 0
  let tail = 0
  let gain = 1
  let smooth = 1
  const rise = 1 - Math.exp(-4 / ahead)
  for (let i = 0; i < length + ahead; i++) {
    while (tail > head && (needed[queue[tail - 1] as number] as number) >= (needed[i] as number)) tail--
    queue[tail++] = i
    const at = i - ahead
    if (at < 0) continue
    while ((queue[head] as number) < at) head++
    const target = needed[queue[head] as number] as number
    gain = target < gain ? target : 1 - (1 - gain) * release
    gain = Math.min(gain, target)
    smooth = gain < smooth ? smooth + (gain - smooth) * rise : gain
    const applied = Math.min(smooth, needed[at] as number)
    left[at] = (left[at] as number) * applied
    right[at] = (right[at] as number) * applied
  }
}
