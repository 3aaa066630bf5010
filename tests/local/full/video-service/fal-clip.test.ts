// Tests complete tasks in fal's format: clips from first and last images, from references, and from another clip.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { correlation, lumaDifference } from '../../renderer/measure.ts'
import { drawPicture } from '../../renderer/pictures.ts'
import { CATALOGUE, KINDS } from '../../video-service/fal-support.ts'
import {
  API_KEY,
  BASE_URL,
  dataUri,
  discard,
  IMAGE_ORIGIN,
  openProvider,
  type Provider,
  RENDER_TIMEOUT_MS,
} from '../../video-service/support.ts'
import { decodeClip, decodeLuma } from './decode-clip.ts'

vi.setConfig({ testTimeout: RENDER_TIMEOUT_MS })

/** Six frames per second take a quarter of the time of 24, which clip.test.ts renders. */
const FRAME_RATE = 6

let provider: Provider
beforeAll(async () => {
  provider = await openProvider(undefined, CATALOGUE, FRAME_RATE)
})
afterAll(() => discard(provider))

const [BLUE, ORANGE, GREEN] = [200, 20, 100].map((tone) => dataUri(drawPicture(tone)))

async function call(method: string, url: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Key ${API_KEY}` }
  return provider.service.fetch(new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }))
}

async function make(path: string, body: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const made = (await (await call('POST', `${BASE_URL}/fal/${path}`, body)).json()) as Record<string, string>
  await vi.waitFor(
    async () => expect(await (await call('GET', made.status_url ?? '')).json()).toMatchObject({ status: 'COMPLETED' }),
    { timeout: RENDER_TIMEOUT_MS, interval: 50 },
  )
  const result = await call('GET', made.response_url ?? '')
  expect(result.status).toBe(200)
  const { video } = (await result.json()) as { video: Record<string, string> }
  const bytes = new Uint8Array(await (await provider.get(video.url ?? '')).arrayBuffer())
  expect(video).toEqual({
    url: expect.stringMatching(/\/stand-ins\/video\/files\/[a-z0-9]{25}\.mp4$/),
    content_type: 'video/mp4',
    file_name: expect.stringMatching(/\.mp4$/),
    file_size: bytes.length,
  })
  return bytes
}

it("generates a clip between two images, extends the clip, and edits the result's light", async () => {
  const moved = await make(KINDS.frames.path, {
    prompt: 'a robot',
    duration: '2s',
    first_frame_url: BLUE,
    last_frame_url: ORANGE,
  })
  const source = await decodeLuma(moved)
  expect(source).toHaveLength(12)
  const only = await make(KINDS.frames.path, {
    prompt: 'a robot',
    duration: '2s',
    first_frame_url: ORANGE,
    last_frame_url: ORANGE,
  })
  expect(lumaDifference(source[11] as Uint8Array, (await decodeLuma(only))[0] as Uint8Array)).toBeLessThan(3)

  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(moved))
  const video_url = `${IMAGE_ORIGIN}/storage/v1/object/sign/videos/a.mp4?token=x`
  const extended = await decodeLuma(
    await make(KINDS.extend.path, { prompt: 'waves at sunset', duration: 2, video_url }),
  )
  expect(extended).toHaveLength(12)
  expect(lumaDifference(extended[0] as Uint8Array, source[11] as Uint8Array)).toBeLessThan(3)

  const edited = await decodeLuma(await make(KINDS.edit.path, { prompt: 'a cold night', video_url }))
  expect(edited, 'as long as its source').toHaveLength(12)
  expect(correlation(edited[11] as Uint8Array, source[11] as Uint8Array)).toBeGreaterThan(0.85)
})

it('generates a clip that shows reference images and has sound', async () => {
  const body = {
    prompt: 'a parade',
    duration: '2',
    image_urls: [BLUE, ORANGE],
    elements: [{ frontal_image_url: GREEN }],
  }
  const { video, audio } = await decodeClip(await make(KINDS.references.path, body))
  expect(video.frames).toBe(12)
  expect(video.spread).toBeGreaterThan(12)
  expect(audio?.seconds).toBeCloseTo(2, 1)
})
