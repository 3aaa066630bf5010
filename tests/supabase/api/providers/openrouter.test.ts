// The whole API with OpenRouter as its provider, on real HTTP.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi, VIDEO } from '../../../../harness/api.ts'
import { books, createUser } from '../../../../harness/database.ts'
import { json, ScriptedProvider, type Sent } from '../../../../harness/scripted-provider.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { supabase } from '../../../support/server/suite.ts'

const server = new ScriptedProvider()
beforeAll(() => server.open())
afterAll(() => server.close())

const VEO = { path: '/generation/google/veo-3-1', quoted: 330 }

async function start(job: Record<string, unknown> = { status: 'pending' }) {
  server.sent.length = 0
  server.reply = ({ method, path }) => {
    if (method === 'POST') return json({ id: `gen-${crypto.randomUUID()}`, status: 'pending' }, 202)
    if (path.includes('/content')) return { status: 200, headers: { 'content-type': 'video/mp4' }, body: VIDEO }
    return json({ id: 'gen-1', ...job })
  }
  const settings = {
    VIDEO_PROVIDER: 'openrouter',
    VIDEO_API_URL: server.url,
    VIDEO_API_KEY: 'key',
    VIDEO_FILE_ORIGINS: '',
  }
  const api = startApi(supabase, settings, (request, send) =>
    request.url.startsWith(server.url) ? fetch(request) : send(request),
  )
  const user = await createUser(supabase, 400)
  const id = crypto.randomUUID()
  return {
    make: (over = {}) => api.create(user, id, { length: 8, ...over }, VEO),
    poll: async () => (await api.status(user, id)).body,
    booked: () => books(supabase, user.id),
  }
}

const bodyOf = (sent: Sent | undefined) => JSON.parse(sent?.body ?? '')

it('is asked for a video with the fields that the model lists, at the resolution of the catalogue', async () => {
  const { make } = await start()
  expect(await make({ aspectRatio: '9:16', negativePrompt: 'blur' })).toMatchObject({ status: 200 })
  expect(server.sent[0]).toMatchObject({ path: 'videos', authorization: 'Bearer key' })
  expect(bodyOf(server.sent[0])).toEqual({
    model: 'google/veo-3.1',
    prompt: 'Rain on a window',
    duration: 8,
    aspect_ratio: '9:16',
    resolution: '720p',
    seed: 7,
    generate_audio: true,
  })
})

it('gets an image as the first frame', async () => {
  const { make } = await start()
  const image = pngDataUri(320, 320)
  await make({ image })
  expect(bodyOf(server.sent[0]).frame_images).toEqual([
    { type: 'image_url', image_url: { url: image }, frame_type: 'first_frame' },
  ])
})

it('hands out the file against the key, and the job is charged', async () => {
  const { make, poll, booked } = await start({ status: 'completed', unsigned_urls: ['https://elsewhere.test/1.mp4'] })
  await make()
  expect(await poll()).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
  expect(server.sent.at(-1)).toMatchObject({
    path: expect.stringMatching(/^videos\/gen-.*\/content\?index=0$/),
    authorization: 'Bearer key',
  })
  expect(await booked()).toEqual({ available: 70, held: 0, captured: 330 })
})

it('names what moderation flagged, and returns the credits', async () => {
  const { make, booked } = await start()
  const error = { code: 403, message: 'Flagged', metadata: { reasons: ['violence', 'self-harm'] } }
  server.reply = () => json({ error }, 403)
  const { body } = await make()
  expect(body).toMatchObject({ code: 'provider_rejected' })
  expect(JSON.stringify(body)).toContain('Flagged: violence, self-harm')
  expect(await booked()).toEqual({ available: 400, held: 0, captured: 0 })
})

it.each(['cancelled', 'expired'])(
  'a job that is %s there fails and says so, and the credits come back',
  async (status) => {
    const { make, poll, booked } = await start({ status })
    await make()
    expect(await poll()).toMatchObject({
      status: 'failed',
      generations: [{ failMsg: `the job was ${status} at OpenRouter` }],
    })
    expect(await booked()).toEqual({ available: 400, held: 0, captured: 0 })
  },
)
