import { readFile } from 'node:fs/promises'
import { loadImage } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { FOOTAGE, type Footage } from '../../../src/config/media.ts'
import screens from '../../../src/config/screens.json' with { type: 'json' }
import { videoFacts } from '../../support/journeys/video-facts.ts'

const MAX_BYTES = 1_500_000
const publicFile = (address: string) => new URL(`../../../public${address}`, import.meta.url).pathname

const pictures = Object.values<Footage>(FOOTAGE).flatMap(({ poster, still, avif = [] }) => [poster, still].concat(avif))
const isAvif = (path: string) => path.endsWith('.avif')

it.each(pictures.filter((path) => !isAvif(path)))('stores the image %s as a JPEG', async (picture) => {
  const bytes = await readFile(publicFile(picture))
  expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

it.each(Object.values(FOOTAGE).map(({ video }) => video))(
  'stores the clip %s in a small file with sound that starts at once in every browser',
  async (address) => {
    const path = publicFile(address)
    const bytes = await readFile(path)
    expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES)
    // The tables come before the media.
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    const { video, audio, durationSeconds } = await videoFacts(path)
    expect({ video, audio }).toMatchObject({
      video: { codec: 'avc', width: 1280, height: 720 },
      audio: { codec: 'aac', channels: 2, sampleRate: 48_000 },
    })
    expect(durationSeconds).toBeGreaterThan(4.9)
    expect(durationSeconds).toBeLessThan(10.1)
  },
)

it.each(pictures.filter(isAvif))('stores the image %s as an AVIF of at most 25,000 bytes', async (poster) => {
  const bytes = await readFile(publicFile(poster))
  expect(bytes.subarray(4, 12).toString('latin1')).toBe('ftypavif')
  expect(bytes.length).toBeLessThanOrEqual(25_000)
})

it.each(Object.entries(screens))(
  'stores the picture of our screen %s as a small AVIF, twice as large as it is shown',
  async (name, { width, height }) => {
    const path = publicFile(`/images/screens/${name}.avif`)
    const image = await loadImage(path)
    expect([image.width, image.height]).toEqual([2 * width, 2 * height])
    expect((await readFile(path)).length).toBeLessThanOrEqual(30_000)
  },
)
