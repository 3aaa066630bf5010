// The whole API with a server of OpenAI's /v1/videos as its provider, over real HTTP.
import { beforeEach, expect, it } from 'vitest'
import { openAiServer } from '../../../../../local/video-service/scripted/openai-server.ts'
import { startApi } from '../../../../harness/api.ts'
import { createUser, readBooks, type TestUser } from '../../../../harness/database.ts'
import { pngDataUri } from '../../../../support/server/image.ts'
import { openService } from '../../../../support/server/scripted-service.ts'
import { supabase } from '../../../../support/server/suite.ts'

const WAN = { path: '/generation/alibaba/wan-2-2', quoted: 5 }
const HELD = { available: 95, held: 5, captured: 0 }
const FREE = { available: 100, held: 0, captured: 0 }
const PAID = { available: 95, held: 0, captured: 5 }

const server = openService(openAiServer)
let user: TestUser
let job: string
beforeEach(async () => {
  user = await createUser(supabase, 100)
  job = crypto.randomUUID()
})

function start(settings: Record<string, string> = {}) {
  const api = startApi(supabase, {
    VIDEO_PROVIDER: 'openai-server',
    VIDEO_API_URL: server.url,
    VIDEO_API_KEY: '',
    ...settings,
  })
  return {
    ...api,
    make: (over = {}) => api.create(user, job, over, WAN),
    poll: async () => {
      const { body } = await api.status(user, job)
      await api.waitUntilIdle()
      return body
    },
    booked: () => readBooks(supabase, user.id),
  }
}

it.each([
  ['without a key', '', ''],
  ['with a key, at a URL that ends with /v1', 'the-key', '/v1'],
])('generates, delivers, and charges a video from an image on an OpenAI-style server %s', async (_, key, path) => {
  server.key = key
  const { make, poll, booked } = start({ VIDEO_API_KEY: key, VIDEO_API_URL: `${server.url}${path}` })
  expect(await make({ image: pngDataUri(300, 300) })).toMatchObject({ status: 200 })
  expect([server.task.input.model]).toEqual(Object.keys(server.offers))
  expect(server.task.input).toMatchObject({
    size: '1280x704',
    num_frames: '121',
    input_reference: { type: 'image/png' },
  })
  expect(await poll()).toMatchObject({ status: 'waiting', job: { canCancel: true } })
  server.run({ progress: 40 })
  expect(await poll()).toMatchObject({ status: 'processing', job: { progress: 0.4, canCancel: true } })
  server.finish()
  await poll()
  expect(await poll()).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
  expect(await booked()).toEqual(PAID)
})

it('returns the credits after an OpenAI-style server restarted and denied the video for 10 s', async () => {
  // A low check frequency doesn't delay the second check.
  const { make, poll, clock, booked } = start({ VIDEO_STATUS_INTERVAL_SECONDS: '60' })
  await make()
  server.restart()
  clock.now += 120_000
  await poll()
  expect(await booked()).toEqual(HELD)
  clock.now += 10_000
  expect(await poll()).toMatchObject({ status: 'failed', job: { failureCode: 'forgotten', settlement: 'released' } })
  expect(await booked()).toEqual(FREE)
})

it('returns the credits if an OpenAI-style server lacks the model, and logs both model names', async () => {
  server.offers = { 'Lightricks/LTX-2': {} }
  const { make, booked, log } = start()
  expect(await make()).toMatchObject({ body: { code: 'provider_unavailable', data: { settlement: 'released' } } })
  expect(JSON.stringify(log)).toContain('Model mismatch')
  expect(await booked()).toEqual(FREE)
})
