import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { loudness, truePeak } from '../../media/sound/master.ts'
import { FOOTAGE } from '../../src/config/media.ts'
import { type ClipFacts, measureClip } from './measure-clip.ts'

const MAX_BYTES = 1_500_000
/** Shortest and longest length in seconds; the others last 5 to 8. */
const LENGTHS: Record<string, [number, number]> = { hero: [8, 10] }
const publicFile = (address: string) => new URL(`../../public${address}`, import.meta.url).pathname
/** The files as FOOTAGE names them. */
const clips = Object.values(FOOTAGE).map(({ video }) => video)

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

it.each(Object.values(FOOTAGE).flatMap(({ poster, still }) => [poster, still]))(
  '%s is there, and a JPEG',
  async (poster) => {
    const bytes = await readFile(publicFile(poster))
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  },
)

describe.each(clips)('%s', (address) => {
  const name = address.replace(/.*\/|\.mp4/g, '')
  let clip: ClipFacts
  beforeAll(async () => {
    clip = await measureClip(publicFile(address))
  })

  it('is a small H.264 file that starts to play at once', () => {
    expect(clip.codec).toBe('avc')
    expect(clip.bytes).toBeLessThanOrEqual(MAX_BYTES)
    expect(clip.isFastStart).toBe(true)
    expect([clip.width, clip.height]).toEqual([1280, 720])
  })

  it('lasts as long as its frames', () => {
    const [shortest, longest] = LENGTHS[name] ?? [5, 8]
    expect(clip.seconds).toBeGreaterThanOrEqual(shortest)
    expect(clip.seconds).toBeLessThanOrEqual(longest)
    expect(clip.frames).toBe(Math.round(clip.seconds * 24))
  })

  it('moves all the time, and its last frame leads into the first', () => {
    const seam = clip.steps.at(-1) ?? 0
    const around = [...clip.steps.slice(-7, -1), ...clip.steps.slice(0, 6)]
    expect(Math.min(...clip.steps)).toBeGreaterThan(0.01)
    expect(seam).toBeLessThan(1.5 * median(around) + 0.05)
    expect(seam).toBeGreaterThan(0.4 * median(around))
  })

  it('is heard in stereo, neither faint nor clipped', () => {
    expect(clip.audio.codec).toBe('aac')
    expect(clip.audio.rate).toBe(48_000)
    const { left, right } = clip.audio
    expect(loudness(clip.audio)).toBeGreaterThan(-20)
    expect(loudness(clip.audio)).toBeLessThan(-14)
    expect(truePeak(clip.audio)).toBeLessThan(-1)
    expect(left.some((value, i) => Math.abs(value - (right[i] ?? 0)) > 0.01)).toBe(true)
  })

  it('does not click where it begins again', () => {
    for (const channel of [clip.audio.left, clip.audio.right]) {
      const at = (i: number) => channel[(i + channel.length) % channel.length] ?? 0
      const bend = (i: number) => Math.abs(at(i + 1) - 2 * at(i) + at(i - 1))
      const around = Array.from({ length: 1440 }, (_, i) => bend(i < 720 ? i - 730 : i - 710))
      for (const i of [-2, -1, 0, 1]) expect(bend(i)).toBeLessThan(2 * Math.max(...around) + 1e-4)
    }
  })
})
