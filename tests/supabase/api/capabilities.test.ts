import { expect, it } from 'vitest'
import { createApi } from '../../../supabase/functions/api/app.ts'
import type { Capabilities } from '../../../supabase/functions/api/contract.ts'

const SETTINGS = { SUPABASE_URL: 'http://localhost:5173', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' }

async function ask(settings: Record<string, string> = {}): Promise<Capabilities> {
  const answer = await createApi({ ...SETTINGS, ...settings }, { log: () => {} }).request('/api/capabilities')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'max-age=60'])
  return (await answer.json()).data
}

const delivered = ({ models }: Capabilities) =>
  Object.fromEntries(models.map(({ id, durations }) => [id, durations.map(({ deliveredSeconds }) => deliveredSeconds)]))

it('says what the provider makes of 5 and of 8 seconds', async () => {
  expect(delivered(await ask())).toEqual({ 'kling-1.6': [5, 10], 'veo-2': [5, 8], 'veo-3': [6, 8] })
  expect(delivered(await ask({ VIDEO_PROVIDER: 'fal' }))).toEqual({
    'kling-1.6': [5, 10],
    'veo-2': [5, 8],
    'veo-3': [6, 8],
  })
})

it('says what each model reads and makes', async () => {
  const { maxOpenJobs, models } = await ask({ MAX_OPEN_JOBS: '2' })
  expect(maxOpenJobs).toBe(2)
  expect(models[0]).toEqual({
    id: 'kling-1.6',
    durations: expect.any(Array),
    hasSound: false,
    aspectRatios: ['16:9'],
    cancel: 'no',
    hasQueuePosition: false,
    maxPromptLength: 2500,
    maxNegativePromptLength: { text: 2500, image: 2048 },
    takesSeed: false,
  })
  expect((await ask({ VIDEO_PROVIDER: 'fal' })).models.map(({ takesSeed }) => takesSeed)).toEqual([false, false, false])
})

it.each([
  ['Pollo', {}, 'no'],
  ['a service of its format that stops its queue', { VIDEO_QUEUE_STOP: 'true' }, 'queue'],
  ['fal', { VIDEO_PROVIDER: 'fal' }, 'queue'],
])('says where a job can be stopped: %s', async (_, settings, cancel) => {
  const { models } = await ask(settings)
  expect(models.map((model) => model.cancel)).toEqual([cancel, cancel, cancel])
})

it('tells the times of the specification, or those of the service', async () => {
  const times = async (settings = {}) => (await ask(settings)).models[0]?.durations.map((one) => one.estimateSeconds)
  expect(await times()).toEqual([
    { from: 180, to: 300 },
    { from: 300, to: 480 },
  ])
  expect(await times({ VIDEO_ESTIMATE_SECONDS: '30' })).toEqual([
    { from: 30, to: 30 },
    { from: 30, to: 30 },
  ])
})

it('names no model where no gateway makes videos', async () => {
  expect((await ask({ VIDEO_PROVIDER: 'none' })).models).toEqual([])
})
