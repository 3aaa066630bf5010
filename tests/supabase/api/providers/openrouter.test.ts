// The whole API with OpenRouter as its provider, over real HTTP.
import { expect, it } from 'vitest'
import { sendJson } from '../../../../local/video-service/scripted/response.ts'
import { VIDEO } from '../../../harness/api.ts'
import { openProvider } from '../../../support/server/provider-api.ts'

const provider = openProvider('openrouter', {
  credits: 400,
  order: { path: '/generation/google/veo-3-1', quoted: 330 },
})
const { server, firstBody } = provider

async function start(job: Record<string, unknown> = { status: 'pending' }) {
  server.intercept.any = ({ method, path }) => {
    if (method === 'POST') return sendJson({ id: `gen-${crypto.randomUUID()}`, status: 'pending' }, 202)
    if (path.includes('/content')) return new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } })
    return sendJson({ id: 'gen-1', ...job })
  }
  const api = await provider.start()
  return { ...api, make: (over = {}) => api.make({ length: 8, ...over }) }
}

it("sends OpenRouter the fields that the model lists, at the catalogue's resolution", async () => {
  const { make } = await start()
  expect(await make({ aspectRatio: '9:16', negativePrompt: 'blur' })).toMatchObject({ status: 200 })
  expect(server.sent[0]).toMatchObject({ path: 'videos', headers: { authorization: 'Bearer the-key' } })
  expect(firstBody()).toEqual({
    model: 'google/veo-3.1',
    prompt: 'Rain on a window',
    duration: 8,
    aspect_ratio: '9:16',
    resolution: '720p',
    seed: 7,
    generate_audio: true,
  })
})

it('downloads the video from OpenRouter with the key, and charges the job', async () => {
  const { make, poll, booked } = await start({ status: 'completed', unsigned_urls: ['https://elsewhere.test/1.mp4'] })
  await make()
  expect(await poll()).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
  expect(server.sent.at(-1)).toMatchObject({
    path: expect.stringMatching(/^videos\/gen-.*\/content\?index=0$/),
    headers: { authorization: 'Bearer the-key' },
  })
  expect(await booked()).toEqual({ available: 70, held: 0, captured: 330 })
})

it('says that moderation flagged the prompt, logs why, and returns the credits', async () => {
  const { make, booked, log } = await start()
  const error = { code: 403, message: 'Flagged', metadata: { reasons: ['violence', 'self-harm'] } }
  server.intercept.any = () => sendJson({ error }, 403)
  const { body } = await make()
  expect(body).toMatchObject({
    code: 'content_refused',
    message:
      "The video service's safety check refused your prompt. Change the prompt, then generate again. You weren't charged.",
  })
  expect(JSON.stringify(log)).toContain('Flagged: violence, self-harm')
  expect(await booked()).toEqual({ available: 400, held: 0, captured: 0 })
})

it.each([
  ['cancelled', 'the job was canceled at OpenRouter'],
  ['expired', 'the job expired at OpenRouter'],
])('fails a job that is %s at OpenRouter, says why, and returns the credits', async (status, failMsg) => {
  const { make, poll, booked } = await start({ status })
  await make()
  expect(await poll()).toMatchObject({
    status: 'failed',
    generations: [{ failMsg }],
  })
  expect(await booked()).toEqual({ available: 400, held: 0, captured: 0 })
})
