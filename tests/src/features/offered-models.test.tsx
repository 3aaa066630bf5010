// Tests what the pages say about the models that the deployment offers.
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { getModel, MODELS, type Model } from '@/config/models'
import { describeModels, describeSamePrice } from '@/state/model-facts'
import { renderApp } from '../../support/app/render-app'

const [KLING, VEO_2, VEO_3] = ['kling-1.6', 'veo-2', 'veo-3'].map(getModel) as [Model, Model, Model]
const quick = { from: 60, to: 300 }

/** Returns a model with other facts. Its videos are as long as chosen. */
function createModel(name: string, credits: number, lengths: number[], patch: Partial<Model> = {}): Model {
  const durations = lengths.map((seconds) => ({ seconds, deliveredSeconds: seconds, estimateSeconds: quick }))
  return { ...VEO_3, id: name, name, credits, durations, inputs: null, hasSound: true, ...patch }
}

const RESOLUTIONS = [
  { name: '1080p', adds: 0 },
  { name: '2160p', adds: 120 },
]

const MANY: Model[] = [
  ...MODELS,
  createModel('Wan 2.7', 50, [5, 10], {
    hasSound: false,
    inputs: { resolutions: [], edit: { adds: 50, needsPrompt: true } },
  }),
  createModel('LTX-2.3 Fast', 40, [6, 8, 10], { inputs: { resolutions: RESOLUTIONS } }),
  ...[60, 70, 80, 90].map((credits) => createModel(`Kling ${credits}`, credits, [5, 10])),
  createModel('Turned off', 1, [2], { isOn: false }),
]

async function open(route: string, models: readonly Model[]) {
  const body = { success: true, data: { maxOpenJobs: 4, models } }
  const app = renderApp({
    route,
    prepare: ({ api }) => {
      api.request.mockImplementation(async ({ path }) => {
        if (path === '/api/capabilities') return body
        throw new Error(path)
      })
    },
  })
  await screen.findByRole('heading', { level: 1 })
  await vi.waitFor(() => expect(app.api.request).toHaveBeenCalled())
  return app
}

/** Returns the page's text after it names the price range of the offered models. */
async function readMain(route: string, models: readonly Model[], sign: RegExp): Promise<string> {
  await open(route, models)
  const main = screen.getByRole('main')
  await vi.waitFor(() => expect(main.textContent).toMatch(sign))
  const text = main.textContent.replaceAll('\u00a0', ' ')
  cleanup()
  return text
}

it('says on the home page what the three models of the specification are', async () => {
  const text = await readMain('/', MODELS, /20 to 330 credits per video\./)
  for (const sentence of [
    'With Veo 3, dialogue, effects, and music arrive in the same clip, in sync.',
    'Veo 3 generates dialogue, effects, and music together with the picture. Nothing is dubbed in afterward.',
    'Three models, one form',
    'Kling 1.6 and Veo 2 for silent clips, Veo 3 for sound. Switch models and keep your prompt.',
    "20, 180, or 330 credits, depending on the model. It's on the button.",
    'Choose a model, 5 or 8 seconds, and whether you want sound.',
    "Kling 1.6 costs 20 credits per video, Veo 2 costs 180, and Veo 3 costs 330. The button shows the price before you click. It's the same for 5 and 8 seconds, with or without sound.",
    'Veo 3 generates speech, effects, and music together with the picture, and you can turn sound off. Kling 1.6 and Veo 2 are silent.',
    "A 5-second video takes 3-5 minutes, an 8-second video 5-8 minutes. If a model doesn't offer that length, you get its next longer one at the same price. You can close the tab while you wait.",
    'posts by creators who used Veo and Kling, the same model families you can use here.',
  ])
    expect(text).toContain(sentence)
})

it('says on the pricing page what the three models of the specification are', async () => {
  const text = await readMain('/pricing', MODELS, /All three models/)
  for (const sentence of [
    'One price per model: the same for 5 or 8 seconds, with or without sound, from a prompt or an image.',
    'Veo 3 delivers 6 seconds when you choose 5, and Kling 1.6 delivers 10 when you choose 8. The price is the same.',
  ])
    expect(text).toContain(sentence)
})

it('says on the home page what nine other models are', async () => {
  const text = await readMain('/', MANY, /Nine models, one form/)
  for (const sentence of [
    'With most models, dialogue,',
    'Most models generate dialogue,',
    'Kling 1.6, Veo 2, and Wan 2.7 for silent clips, most models for sound.',
    '20 to 330 credits, depending on the model.',
    'Choose a model, 5 to 10 seconds, and whether you want sound.',
    "A video costs 20 to 330 credits, depending on the model. The button shows the price before you click. It's the same for 5 to 10 seconds, with or without sound. A higher resolution or editing a video costs more.",
    'Kling 1.6, Veo 2, and Wan 2.7 are silent.',
    'Clips are 5 to 10 seconds long, and take 1-8 minutes, depending on the model.',
  ])
    expect(text).toContain(sentence)
  expect(text).not.toMatch(/Turned off|three models|5 or 8|3-5/i)
})

it('says on the pricing page what nine other models are, with three of them in each plan', async () => {
  await open('/pricing', MANY)
  const plan = () => within(screen.getByRole('article', { name: 'Lite' }))
  await screen.findAllByText('All nine models')
  expect(
    plan()
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`),
  ).toEqual(['Veo 3 videos 1', 'or Kling 70 videos 8', 'or Kling 1.6 videos 30'])
  const prices = within(screen.getByRole('region', { name: 'What a video costs' }))
  expect(prices.getAllByRole('listitem')).toHaveLength(9)
  prices.getByText(
    'One price per model: the same for 5 to 10 seconds, with or without sound, from a prompt or an image. A higher resolution or editing a video costs more.',
  )
})

it('lists the prices of the offered models in the terms', async () => {
  await open('/terms-of-service', MANY)
  await screen.findByText('LTX-2.3 Fast: 40 credits')
  expect(
    screen.getByText('A higher resolution or editing a video costs more, where a model offers it.'),
  ).toBeInTheDocument()
  expect(screen.queryByText(/^Turned off/)).not.toBeInTheDocument()
})

it('claims no sound and no other model families where only silent models are offered', async () => {
  const text = await readMain(
    '/',
    [KLING, VEO_2].map((model) => ({ ...model, name: `Silent ${model.credits}` })),
    /Two models/,
  )
  expect(text).toContain('None of the models offered today. Their videos are silent.')
  expect(text).toContain('Choose a model and 5 or 8 seconds.')
  expect(text).toContain('Made with Veo and Kling')
  expect(text).not.toMatch(/with or without sound|you can use here|Made with these models/)
})

describe('describeModels', () => {
  it('describes one model in the singular', () => {
    const { count, sound, silent, priceRange, lengths, waits, extras } = describeModels([createModel('Solo', 10, [5])])
    expect({ count, sound, silent, priceRange, lengths, extras }).toEqual({
      count: 'one',
      sound: { text: 'Solo', isPlural: false },
      silent: null,
      priceRange: '10',
      lengths: '5',
      extras: '',
    })
    expect(waits).toEqual([{ seconds: 5, wait: '1-5 min' }])
  })

  it('says for which durations the price is the same, and that a longer video costs more', () => {
    const long = createModel('Long', 1, [5, 10, 30])
    const durations = long.durations.map((one) => (one.seconds > 10 ? { ...one, adds: 480 } : one))
    expect(describeSamePrice(describeModels([{ ...long, durations: durations as Model['durations'] }]), 'or')).toBe(
      'the same for 5 or 10 seconds, with or without sound. A longer video costs more.',
    )
  })

  it('states the learned time of a length, and seconds in a range with specified times', () => {
    const estimateSeconds = { from: 40, to: 48, isLearned: true }
    const learned = createModel('Quick', 10, [5], {
      durations: [{ seconds: 5, deliveredSeconds: 5, estimateSeconds }],
    })
    expect(describeModels([learned]).waits).toEqual([{ seconds: 5, wait: '40 s' }])
    const { waits, waitRange } = describeModels([learned, createModel('Slow', 20, [5])])
    expect([waits, waitRange]).toEqual([null, '40 s to 5 min'])
  })

  it('names no model if all of several have sound', () => {
    expect(describeModels([createModel('A', 1, [5]), createModel('B', 2, [5])]).sound).toEqual({
      text: 'all models',
      isPlural: true,
    })
  })
})
