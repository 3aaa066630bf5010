// Adds reverb with a feedback delay network. Eight delay lines feed each other, with damping like that of air.

const LINE_MS = [31.7, 37.1, 41.3, 47.9, 53.3, 59.9, 67.3, 73.7]

/** Returns the reverb of a stereo signal. `seconds` is the time to -60 dB. `brightness` goes from 0 to 1. */
export function reverberate(
  left: Float32Array,
  right: Float32Array,
  rate: number,
  seconds: number,
  brightness: number,
): { left: Float32Array; right: Float32Array } {
  const outLeft = new Float32Array(left.length)
  const outRight = new Float32Array(left.length)
  const lines = LINE_MS.map((ms) => new Float32Array(Math.round((ms * rate) / 1000)))
  const gains = LINE_MS.map((ms) => 10 ** ((-3 * ms) / 1000 / seconds))
  const positions = new Int32Array(lines.length)
  const damped = new Float32Array(lines.length)
  const taps = new Float32Array(lines.length)
  const keep = 0.15 + 0.8 * brightness
  for (let i = 0; i < left.length; i++) {
    let sum = 0
    for (let k = 0; k < 8; k++) {
      const tap = (lines[k] as Float32Array)[positions[k] as number] as number
      damped[k] = (damped[k] as number) + keep * (tap - (damped[k] as number))
      taps[k] = (damped[k] as number) * (gains[k] as number)
      sum += taps[k] as number
    }
    // A Householder matrix mixes the signal of all lines into each line and preserves the energy.
    sum *= 0.25
    const inLeft = left[i] as number
    const inRight = right[i] as number
    for (let k = 0; k < 8; k++) {
      const line = lines[k] as Float32Array
      const at = positions[k] as number
      line[at] = (taps[k] as number) - sum + (k & 1 ? inRight : inLeft) * 0.35
      positions[k] = at + 1 === line.length ? 0 : at + 1
    }
    outLeft[i] = ((taps[0] as number) - (taps[2] as number) + (taps[4] as number) - (taps[6] as number)) * 0.6
    outRight[i] = ((taps[1] as number) - (taps[3] as number) + (taps[5] as number) - (taps[7] as number)) * 0.6
  }
  return { left: outLeft, right: outRight }
}
