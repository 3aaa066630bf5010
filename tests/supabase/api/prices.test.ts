import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { MODELS } from '../../../src/config/models.ts'
import { createApi } from '../../../supabase/functions/api/app.ts'
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

it('the browser has built in what the server says of Pollo', async () => {
  const app = createApi(
    { SUPABASE_URL: 'http://localhost:5173', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' },
    { log: () => {} },
  )
  const { data } = await (await app.request('/api/capabilities')).json()
  const builtIn = MODELS.map(({ name: _n, apiPath: _p, description: _d, logo: _l, credits: _c, ...model }) => model)
  expect(builtIn).toEqual(data.models)
  // Direct mode calls the provider itself at the same path.
  for (const { id, apiPath } of MODELS) expect(POLLO_MODELS[id]?.path).toBe(apiPath)
})
