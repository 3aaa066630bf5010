// The whole API with Runway as its provider, over real HTTP.
import { describe, expect, it } from 'vitest'
import { sendJson } from '../../../../local/video-service/scripted/response.ts'
import { openProvider } from '../../../support/server/provider-api.ts'

const FILE = 'https://dnznrvs05pmza.cloudfront.net/one.mp4?_jwt=t'
const FREE = { available: 400, held: 0, captured: 0 }
const provider = openProvider('runway', {
  credits: 400,
  order: { path: '/generation/google/veo-3-1', quoted: 330 },
  file: FILE,
})
const { server, firstBody } = provider

async function start(task: Record<string, unknown> = { status: 'PENDING' }) {
  server.intercept.any = ({ method }) => {
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return sendJson(method === 'POST' ? { id: crypto.randomUUID(), estimatedCost: { credits: 320 } } : task)
  }
  const api = await provider.start()
  return { ...api, make: (over = {}, call?: Parameters<typeof api.make>[1]) => api.make({ length: 8, ...over }, call) }
}

describe('create request to Runway', () => {
  it('sends Runway the model and the pixel size of the aspect ratio for text', async () => {
    const { make } = await start()
    expect(await make({ aspectRatio: '9:16', negativePrompt: 'blur' })).toMatchObject({ status: 200 })
    expect(server.sent[0]).toMatchObject({
      path: 'v1/text_to_video',
      headers: { authorization: 'Bearer the-key', 'x-runway-version': '2024-11-06' },
    })
    expect(firstBody()).toEqual({
      model: 'veo3.1',
      promptText: 'Rain on a window',
      duration: 8,
      ratio: '720:1280',
      negativePrompt: 'blur',
      seed: 7,
      audio: true,
    })
  })

  it('sends Runway the aspect ratio as a name, and no sound field, if the model requires this', async () => {
    const { make, request } = await start()
    const order = { path: '/generation/minimax/hailuo-3-0', quoted: 100 }
    expect(await make({ length: 5, aspectRatio: '9:16', generateAudio: true }, order)).toMatchObject({ status: 200 })
    expect(firstBody()).toEqual({
      model: 'hailuo3',
      promptText: 'Rain on a window',
      duration: 5,
      ratio: '9:16',
      resolution: '768p',
    })
    const { body } = await request('GET', '/api/capabilities', null)
    expect(body.data.models).toContainEqual(expect.objectContaining({ id: 'hailuo-3.0', hasSound: true }))
  })

  it("reports a Runway account without credits as a fault that the user can't fix", async () => {
    const { make, booked } = await start()
    server.intercept.any = () => sendJson({ error: 'You do not have enough credits to run this task.' }, 400)
    expect(await make()).toMatchObject({ body: { code: 'provider_unavailable', data: { settlement: 'released' } } })
    expect(await booked()).toEqual(FREE)
  })

  it('refuses a prompt that is too long for Runway, and shows the limit in the capabilities', async () => {
    const { make, request, booked } = await start()
    const message = expect.stringContaining('accepts up to 1,000')
    expect(await make({ prompt: 'x'.repeat(1001) })).toMatchObject({ status: 400, body: { message } })
    expect(server.sent).toEqual([])
    expect(await booked()).toEqual(FREE)
    const { body } = await request('GET', '/api/capabilities', null)
    const limits = body.data.models.map((one: { id: string; maxPromptLength: number }) => [one.id, one.maxPromptLength])
    expect(limits.slice(0, 3)).toEqual([
      ['veo-3.1', 1000],
      ['seedance-2.5', 4000],
      ['gen-4.5', 1000],
    ])
  })
})

it("shows a job's progress at Runway, and then delivers the video", async () => {
  const { make, poll, booked } = await start({ status: 'RUNNING', progress: 0.25 })
  await make()
  expect(await poll()).toMatchObject({ status: 'processing', job: { progress: 0.25, ahead: null } })
  server.intercept.any = () => sendJson({ status: 'SUCCEEDED', output: [FILE], cost: { credits: 320 } })
  const { job } = await poll()
  expect(job).toMatchObject({ settlement: 'captured' })
  expect(job).not.toHaveProperty('progress')
  expect(await booked()).toEqual({ available: 70, held: 0, captured: 330 })
})

it.each([[{ status: 'RUNNING' }], [{ status: 'RUNNING', progress: 40 }]])(
  'shows no progress for a Runway task of %j',
  async (task) => {
    const { make, poll } = await start(task)
    await make()
    const { job, status } = await poll()
    expect(status).toBe('processing')
    expect(job).not.toHaveProperty('progress')
  },
)

it('fails a job that was canceled at Runway, says why, and returns the credits', async () => {
  const { make, poll, booked } = await start({ status: 'CANCELLED', cost: { credits: 0 } })
  await make()
  expect(await poll()).toMatchObject({ generations: [{ failMsg: 'the job was canceled at Runway' }] })
  expect(await booked()).toEqual(FREE)
})

describe('cancel request to Runway', () => {
  const deletes = () => server.sent.filter(({ method }) => method === 'DELETE').length

  it.each(['RUNNING', 'SUCCEEDED', 'FAILED'])('sends no delete request for a %s task at Runway', async (status) => {
    const { make, stop } = await start()
    await make()
    server.intercept.any = () => sendJson({ status, output: [FILE] })
    await stop()
    expect(deletes()).toBe(0)
  })
})
