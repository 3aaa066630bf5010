import { expect, it } from 'vitest'
import { getModel } from '@/config/models'
import { priceTake, priceUpscale } from '@/state/videos/take-price'

const [short] = getModel('veo-3').durations
if (!short) throw new Error('Veo 3 has no durations')
const model = {
  ...getModel('veo-3'),
  id: 'long',
  credits: 120,
  durations: [short, { ...short, seconds: 30, deliveredSeconds: 30, adds: 480 }],
}

const PLAIN: Omit<Parameters<typeof priceTake>[0], 'length'> = {
  inputKind: 'text',
  resolution: null,
  images: [],
  cast: [],
}

it('prices a new take by the duration of its video, with newer prices of the server', () => {
  const take = { ...PLAIN, length: 30 }
  expect(priceTake(take, model, {})).toEqual({ price: 600, source: 'long:30s' })
  expect(priceTake(take, model, { 'long:30s': 700 })).toEqual({ price: 700, source: 'long:30s' })
  expect(priceTake({ ...take, length: 5 }, model, {})).toEqual({ price: 120, source: 'long' })
})

it('prices the nearest duration if the model no longer offers the one of the video', () => {
  expect(priceTake({ ...PLAIN, length: 25 }, model, {})).toMatchObject({ price: 600 })
})

it('prices an upscaled video by the shortest duration that holds its source', () => {
  const video = (durationSeconds: number | null) => ({ inputKind: 'text', durationSeconds }) as const
  const first = short.seconds
  expect(priceUpscale(video(first + 0.04), model, {})).toEqual({ price: 120, source: 'long' })
  expect(priceUpscale(video(first + 0.6), model, {})).toEqual({ price: 600, source: 'long:30s' })
  expect(priceUpscale(video(30.4), model, { 'long:30s': 700 })).toEqual({ price: 700, source: 'long:30s' })
  for (const seconds of [30.5, null]) expect(priceUpscale(video(seconds), model, {})).toBeNull()
  expect(priceUpscale({ inputKind: 'upscale', durationSeconds: 5 }, model, {})).toBeNull()
  expect(priceUpscale(video(5), null, {})).toBeNull()
})
