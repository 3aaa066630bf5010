import { describe, expect, it } from 'vitest'
import { master, measureLoudness, measureTruePeak } from '../../../tools/media/sound/master.ts'
import { Loop, RATE } from '../../../tools/media/sound/stereo.ts'

/** A whole number of turns, so that it is a loop. */
function sine(hertz: number, level: number, shift = 0): Loop {
  const loop = new Loop(1)
  for (let i = 0; i < RATE; i++) {
    const value = level * Math.sin((2 * Math.PI * hertz * i) / RATE + shift)
    loop.left[i] = value
    loop.right[i] = value
  }
  return loop
}

describe('the loudness of a loop', () => {
  it('is what the recommendation gives for its test tone: 997 Hz at -18 dB on both sides are -18 LUFS', () => {
    expect(measureLoudness(sine(997, 10 ** (-18 / 20)))).toBeCloseTo(-18, 1)
  })

  it('leaves silence between sounds out', () => {
    const beeps = sine(997, 0.1)
    for (let i = RATE / 2; i < RATE; i++) {
      beeps.left[i] = 0
      beeps.right[i] = 0
    }
    expect(measureLoudness(beeps)).toBeGreaterThan(-22.5)
  })

  it('has its true peak between the samples', () => {
    expect(measureTruePeak(sine(12_000, 0.5, Math.PI / 4))).toBeCloseTo(20 * Math.log10(0.5), 1)
  })
})

/** Something quiet with one short click in it. */
function withClick(click: number, quiet = 0.1): Loop {
  const loop = sine(440, quiet)
  for (let i = 0; i < 200; i++) loop.left[20_000 + i] = (i % 2 ? 1 : -1) * click
  return loop
}

describe('the last step', () => {
  it('brings a loop to the wanted loudness and holds its peaks', () => {
    const mastered = master(withClick(0.7), -19)
    expect(measureLoudness(mastered)).toBeCloseTo(-19, 0)
    expect(measureTruePeak(mastered)).toBeLessThan(-1)
  })

  it('leaves what is quiet as quiet beside the peaks as it was, but for what it holds', () => {
    const mastered = master(withClick(0.7), -19)
    const level = Math.max(...mastered.left.subarray(0, 10_000))
    expect(20 * Math.log10(level) - measureTruePeak(mastered)).toBeLessThan(20 * Math.log10(0.1 / 0.7) + 3.1)
  })

  it('refuses what it would have to flatten', () => {
    expect(() => master(withClick(0.9, 0.02), -18)).toThrow(/dB of its peaks would have to be limited at -18 LUFS/)
  })

  it('lets sound past the end in again at the beginning', () => {
    const loop = new Loop(1)
    loop.add(new Float32Array(RATE).fill(0.5), 0.75)
    expect(loop.left[0]).toBeCloseTo(0.5)
    expect(loop.left[RATE / 2]).toBeCloseTo(0.5)
    expect(loop.left[RATE - 1]).toBeCloseTo(0.5)
  })
})
