import { describe, expect, it } from 'vitest'
import { loudness, master, truePeak } from '../../media/sound/master.ts'
import { Loop, RATE } from '../../media/sound/stereo.ts'

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
    expect(loudness(sine(997, 10 ** (-18 / 20)))).toBeCloseTo(-18, 1)
  })

  it('leaves silence between sounds out', () => {
    const beeps = sine(997, 0.1)
    for (let i = RATE / 2; i < RATE; i++) {
      beeps.left[i] = 0
      beeps.right[i] = 0
    }
    expect(loudness(beeps)).toBeGreaterThan(-22.5)
  })

  it('has its true peak between the samples', () => {
    expect(truePeak(sine(12_000, 0.5, Math.PI / 4))).toBeCloseTo(20 * Math.log10(0.5), 1)
  })
})

describe('the last step', () => {
  it('brings a loop to the wanted loudness and holds its peaks', () => {
    const clicks = sine(440, 0.02)
    for (let i = 0; i < 200; i++) clicks.left[20_000 + i] = (i % 2 ? 1 : -1) * 0.9
    const mastered = master(clicks, -18)
    expect(loudness(mastered)).toBeCloseTo(-18, 0)
    expect(truePeak(mastered)).toBeLessThan(-1)
  })

  it('lets what runs past the end in again at the beginning', () => {
    const loop = new Loop(1)
    loop.add(new Float32Array(RATE).fill(0.5), 0.75)
    expect(loop.left[0]).toBeCloseTo(0.5)
    expect(loop.left[RATE / 2]).toBeCloseTo(0.5)
    expect(loop.left[RATE - 1]).toBeCloseTo(0.5)
  })
})
