// @vitest-environment node
import { expect, it } from 'vitest'
import { measurePeaks } from '@/components/player/peaks'

/** Returns a decoder's output, one list of samples per channel. */
function decoded(...channels: number[][]) {
  return {
    length: channels[0]?.length ?? 0,
    numberOfChannels: channels.length,
    getChannelData: (channel: number) => Float32Array.from(channels[channel] ?? []),
  }
}

it('measures the loudest sample of each slice over all channels, and scales the overall peak to 100', () => {
  const left = [0.1, -0.2, 0, 0, 0.05, 0, 0.1, 0]
  const right = [0, 0, -0.5, 0.1, 0, 0, 0, 0.25]
  expect(measurePeaks(decoded(left, right), 4)).toEqual([40, 100, 10, 50])
})

it("covers the whole clip with peaks if its samples don't divide evenly, or are few", () => {
  expect(measurePeaks(decoded([1, 0, 0, 0, 0, 0, 0.5]), 3)).toEqual([100, 0, 50])
  expect(measurePeaks(decoded([1, 0.5]), 4)).toEqual([100, 0, 50, 0])
})

it('returns no peaks for inaudible sound', () => {
  expect(measurePeaks(decoded([0, 0.0004, -0.0009, 0]), 2)).toEqual([])
  expect(measurePeaks(decoded([]), 2)).toEqual([])
})
