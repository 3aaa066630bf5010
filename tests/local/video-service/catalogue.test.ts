// Tests the stand-in with every model of the catalogue, called through the product's own adapter.

import { afterEach, describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { createPolloProvider } from '../../../supabase/functions/api/services/providers/pollo.ts'
import { ORDER } from '../../harness/wires/wire.ts'
import { FOURTH_MODEL } from '../../support/server/fourth-model.ts'
import { API_KEY, BASE_URL, dataUri, discard, drawImage, openProvider, type Provider } from './support.ts'

const ELSEWHERE = {
  ...FOURTH_MODEL,
  id: 'hailuo-4',
  path: 'minimax/hailuo-4',
  providers: {
    pollo: {
      durations: [6, 10],
      text: { path: 'v2/minimax/hailuo-4/text', accepts: ['seed'] },
      image: { path: 'hailuo-4-image', accepts: ['negativePrompt'], maxNegativePrompt: 50 },
    },
  },
}

let stand: Provider | undefined
afterEach(async () => {
  if (stand) await discard(stand)
})

describe.each([
  ["the product's", MODELS, false],
  ['one with new paths', { ...MODELS, models: [...MODELS.models, FOURTH_MODEL, ELSEWHERE] }, true],
])('Stand-in with the catalogue: %s', (_, data, isGiven) => {
  const catalogue = readCatalogue(data)
  const made = catalogue.models.filter(({ providers }) => providers.pollo)

  it('accepts each model, duration, and aspect ratio that the page offers', async () => {
    stand = await openProvider(undefined, isGiven ? catalogue : undefined)
    const { service } = stand
    const provider = createPolloProvider({
      models: catalogue.at('pollo'),
      baseUrl: `${BASE_URL}/api/platform`,
      apiKey: API_KEY,
      fetch: (input, init) => service.fetch(new Request(input, init)),
      hasQueueStop: true,
    })
    const image = { url: dataUri(drawImage(320, 320)), mime: 'image/png' as const, bytes: new Uint8Array() }
    const refused: unknown[] = []
    let asked = 0
    for (const { id, durations, aspectRatios } of made) {
      for (const mode of ['text', 'image'] as const) {
        if (!catalogue.at('pollo')[id]?.[mode]) continue
        for (const { seconds } of durations) {
          for (const aspectRatio of aspectRatios) {
            asked += 1
            const outcome = await provider.create({
              ...ORDER,
              kind: mode,
              jobId: crypto.randomUUID(),
              model: id,
              prompt: 'waves #no-url',
              negativePrompt: 'text',
              durationSeconds: seconds,
              aspectRatio,
              seed: 7,
              generateAudio: true,
              image: mode === 'image' ? image : null,
            })
            if (outcome.kind !== 'created') refused.push([id, mode, seconds, aspectRatio, outcome])
          }
        }
      }
    }
    expect(refused).toEqual([])
    expect(asked).toBe(isGiven ? 18 : 12)
  })
})
