import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { MODELS } from '../../../src/config/models.ts'
import { MODEL_BY_PATH } from '../../../supabase/functions/api/services/models.ts'
import { POLLO_MODELS } from '../../../supabase/functions/api/services/providers/pollo-models.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

it('the browser shows the prices that the server charges', async () => {
  const charged = await rows(supabase, 'select model, credits from private.model_prices order by credits')
  expect(MODELS.map(({ id, credits }) => ({ model: id, credits })).sort((a, b) => a.credits - b.credits)).toEqual(
    charged,
  )
  expect(charged).toEqual([
    { model: 'kling-1.6', credits: 20 },
    { model: 'veo-2', credits: 180 },
    { model: 'veo-3', credits: 330 },
  ])
})

it('the browser calls every model at the path and with the prompt limit that the gateway knows', () => {
  for (const model of MODELS) {
    expect(MODEL_BY_PATH[model.apiPath.replace('generation/', '')]).toEqual({
      id: model.id,
      name: model.name,
      maxPrompt: model.maxPromptLength,
    })
  }
})

it('the browser says of every model what the gateway sends to it', () => {
  for (const model of MODELS) {
    expect(POLLO_MODELS[model.id], model.name).toMatchObject({
      path: model.apiPath,
      maxNegativePrompt: model.maxNegativePromptLength,
      seed: model.takesSeed,
      generateAudio: model.hasSound,
    })
  }
})
