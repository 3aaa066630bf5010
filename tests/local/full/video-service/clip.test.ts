// Tests complete tasks: the worker renders them, and the test reads their files packet by packet.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { measureIntegratedLoudness } from '../../../../local/renderer/sound/loudness.ts'
import { createMarkReader } from '../../../../supabase/functions/api/services/delivery/mark-reader.ts'
import {
  dataUri,
  discard,
  drawImage,
  openProvider,
  type Provider,
  RENDER_TIMEOUT_MS,
} from '../../video-service/support.ts'
import { type DecodedClip, decodeClip, decodeLuma } from './decode-clip.ts'

let provider: Provider
/** A second service draws six frames per second, for tests that don't count the usual 24. */
let quick: Provider
let textClip: DecodedClip
let imageClip: DecodedClip
let url: string
let bytes: Uint8Array<ArrayBuffer>
let statusesWhileRendering: string[]

/** A title card, which is the fastest clip to render twice. */
const TEXT = { prompt: 'A cat plays the piano in the rain', length: 4, seed: 7 }

async function fetchClip(
  taskId: string,
  { reach, get } = provider,
): Promise<{ url: string; bytes: Uint8Array<ArrayBuffer> }> {
  const status = await reach(taskId, 'succeed')
  const clipUrl = status.data.generations[0]?.url ?? ''
  expect(status.data.result).toEqual({ url: clipUrl, videoUrl: clipUrl, status: 'succeed' })
  const answer = await get(clipUrl)
  expect(answer.status).toBe(200)
  return { url: clipUrl, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

beforeAll(async () => {
  provider = await openProvider()
  quick = await openProvider(undefined, undefined, 6)
  const text = await provider.start(TEXT)
  const image = dataUri(drawImage(500, 900, 'jpeg'), 'jpeg')
  const imageTask = await provider.start({ prompt: '', length: 4, seed: 7, image })
  const again = await provider.start(TEXT)
  // While the first task renders, the others wait, and all of them have a status.
  await provider.reach(text, 'processing')
  const others = await Promise.all([imageTask, again].map((taskId) => provider.status(taskId)))
  statusesWhileRendering = others.map((status) => status.data.generations[0]?.status ?? '')
  const first = await fetchClip(text)
  url = first.url
  bytes = first.bytes
  textClip = await decodeClip(bytes)
  imageClip = await decodeClip((await fetchClip(imageTask)).bytes)
  expect(Buffer.compare((await fetchClip(again)).bytes, bytes), 'same prompt and seed, same bytes').toBe(0)
}, RENDER_TIMEOUT_MS)
afterAll(() => Promise.all([discard(provider), discard(quick)]))

describe('Render queue', () => {
  it('renders one task at a time and reports the status of waiting tasks', () => {
    expect(statusesWhileRendering).toEqual(['waiting', 'waiting'])
  })
})

describe('Rendered clip', () => {
  it('renders a clip as H.264 and AAC, 1280x720 at 24 frames per second, tagged BT.709', () => {
    expect(textClip.video).toMatchObject({ codec: 'avc', width: 1280, height: 720, frames: 96 })
    expect(textClip.video.colorSpace).toMatchObject({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709' })
    expect(textClip.audio).toMatchObject({ codec: 'aac', channels: 2, rate: 48_000 })
  })

  it("writes a clip's header before its media, without a creation time", () => {
    expect(textClip.boxes.slice(0, 2)).toEqual(['ftyp', 'moov'])
    expect(textClip.creationTimes).toEqual(textClip.creationTimes.map(() => 0))
    expect(textClip.creationTimes.length).toBeGreaterThan(3)
  })

  it("marks a clip in XMP as drawn by a program, so that delivery doesn't change the file", () => {
    const reader = createMarkReader()
    reader.read(bytes)
    expect(reader.end()).toEqual({ mark: 'algorithm', isWhole: true })
  })

  it('renders a clip of the requested length to a frame, in both tracks', () => {
    expect(textClip.video.seconds).toBeCloseTo(4, 2)
    expect(Math.abs((textClip.audio?.seconds ?? 0) - 4)).toBeLessThan(1 / 24)
  })

  it("starts a clip's sound with its picture: the encoder's first packet is before zero", () => {
    expect(textClip.audio?.start).toBeCloseTo(-1024 / 48_000, 4)
  })

  it('renders a clip whose frames differ, none of them a single color', () => {
    for (const clip of [textClip, imageClip]) {
      // A card begins with only its pattern, in two similar tones. Its spread is 6.9 here.
      expect(clip.video.spread).toBeGreaterThan(5)
      expect(clip.video.motion).toBeGreaterThan(0.8)
    }
  })

  it('renders sound at -18 LUFS, with peaks below -1 dB and no silent second', () => {
    for (const { audio } of [textClip, imageClip]) {
      if (!audio) throw new Error('no sound')
      expect(measureIntegratedLoudness(audio.left, audio.right, 48_000)).toBeCloseTo(-18, 0)
      expect(audio.peak).toBeLessThan(10 ** (-1 / 20))
      expect(audio.longestSilence).toBeLessThan(1)
    }
  })

  it('renders stereo sound whose left and right channels differ', () => {
    const { left, right } = textClip.audio ?? { left: [], right: [] }
    let difference = 0
    let sum = 0
    for (let i = 0; i < left.length; i++) {
      difference += Math.abs((left[i] ?? 0) - (right[i] ?? 0))
      sum += Math.abs(left[i] ?? 0)
    }
    expect(difference / sum).toBeGreaterThan(0.2)
  })
})

describe('Clip over HTTP', () => {
  const ranged = (range: string, headers: Record<string, string> = {}) => provider.get(url, { range, ...headers })

  it('serves a whole clip with its length to any origin', async () => {
    const answer = await provider.get(url, { origin: 'https://app.example' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
    })
    await answer.body?.cancel()
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, null],
    ['bytes=-50', -50, null],
    ['bytes=10-99999999', 10, null],
  ] as const)('returns the requested part of a clip for %s', async (range, first, last) => {
    const answer = await ranged(range)
    const expected = bytes.slice(first, last === null ? undefined : last + 1)
    const start = first < 0 ? bytes.length + first : first
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${start + expected.length - 1}/${bytes.length}`)
    expect(answer.headers.get('content-length')).toBe(String(expected.length))
    expect(Buffer.compare(new Uint8Array(await answer.arrayBuffer()), expected)).toBe(0)
  })

  it.each([
    ['bytes=999999999-', 416],
    ['bytes=-0', 416],
    ['bytes=0-1,5-6', 200],
    ['bytes=9-3', 200],
  ])('answers the range %s with %i', async (range, status) => {
    const answer = await ranged(range)
    expect(answer.status).toBe(status)
    if (status === 416) expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
    await answer.body?.cancel()
  })

  it("returns a clip's range only if If-Range names the current version", async () => {
    const etag = (await provider.get(url, {}, 'HEAD')).headers.get('etag') ?? ''
    expect((await ranged('bytes=0-9', { 'if-range': etag })).status).toBe(206)
    const other = await ranged('bytes=0-9', { 'if-range': '"other"' })
    expect(other.status).toBe(200)
    await other.body?.cancel()
    expect((await provider.get(url, { 'if-none-match': etag })).status).toBe(304)
  })

  it('answers HEAD for a clip with the length and no body', async () => {
    const answer = await provider.get(url, {}, 'HEAD')
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(await answer.text()).toBe('')
  })

  it("answers 404 to file names that aren't a clip's", async () => {
    expect((await provider.get(url.replace(/[^/]+$/, 'cmaaaaaaaaaaaaaaaaaaaaaaa.mp4'))).status).toBe(404)
    expect((await provider.get(url.replace(/[^/]+$/, '..%2f..%2fpackage.json'))).status).toBe(404)
  })
})

it(
  'ends a Kling clip at its last image',
  async () => {
    const [first, last] = [drawImage(1280, 720), drawImage(720, 1280)].map((image) => dataUri(image))
    const input = { prompt: 'a robot', length: 5, seed: 7, image: first, imageTail: last }
    const { bytes: made } = await fetchClip(await quick.start(input, 'kling-ai/kling-v1-6'), quick)
    const frames = await decodeLuma(made)
    const ends = [frames[0], frames.at(-1)] as Uint8Array[]
    // The second image is tall. It is in the middle, in front of a darker soft copy.
    const lefts = ends.map((frame) => frame[360 * 1280 + 200] ?? 0)
    expect(lefts[0]).toBeGreaterThan((lefts[1] ?? 0) + 30)
  },
  RENDER_TIMEOUT_MS,
)

describe('Fault words that need a clip, and clips without sound', () => {
  it(
    'reports a #slow task as processing until one minute after its creation',
    async () => {
      const taskId = await quick.start({ prompt: 'A game of chess #slow', length: 4, generateAudio: false })
      const generation = (await quick.status(taskId)).data.generations[0]
      const file = join(quick.dataDir, 'clips', `${generation?.id}.mp4`)
      await vi.waitFor(() => access(file), { timeout: RENDER_TIMEOUT_MS })
      quick.now.ms += 59_000
      expect((await quick.status(taskId)).data.generations[0]).toMatchObject({ status: 'processing', url: '' })
      quick.now.ms += 1_001
      const clip = await decodeClip((await fetchClip(taskId, quick)).bytes)
      expect(clip.audio, 'sound was off').toBeNull()
      expect(clip.video.frames).toBe(24)
    },
    RENDER_TIMEOUT_MS,
  )

  it(
    'serves an incomplete file for #broken-file',
    async () => {
      const input = { prompt: `${TEXT.prompt} #broken-file`, length: 5 }
      const broken = await fetchClip(await quick.start(input, 'kling-ai/kling-v1-6'), quick)
      const clip = await decodeClip(broken.bytes)
      expect(clip.video.seconds, 'what its header promises').toBeCloseTo(5, 2)
      expect(clip.video.frames).toBeLessThan(18)
      expect(clip.audio, 'this model makes no sound').toBeNull()
    },
    RENDER_TIMEOUT_MS,
  )
})
