// The catalogue of models as data: the models on offer, their prices in the database, and the models built into the
// page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../../local/backend/supabase.ts'
import type { Capabilities } from '../../../../supabase/functions/_shared/contract/capabilities.ts'
import { readCatalogue } from '../../../../supabase/functions/api/catalogue/catalogue.ts'
import CATALOGUE from '../../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import PRICE_LISTS from '../../../../supabase/functions/api/catalogue/price-lists.json' with { type: 'json' }
import { checkPrices } from '../../../../tools/models/catalogue-files.ts'
import { provideBuiltInModels } from '../../../../vite/built-in-models.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser, openTestSupabase, readBooks, readRows } from '../../../harness/database.ts'
import { FOURTH_MODEL } from '../../../support/server/fourth-model.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const MODELS: readonly object[] = CATALOGUE.models
const FOUR = [...MODELS.slice(0, 3), FOURTH_MODEL]
const own = { path: '/generation/minimax/hailuo-3', quoted: 45 }

let lastVersion = 0
/** Starts a server with a newer catalogue than all earlier servers. */
function start(models: unknown = FOUR) {
  lastVersion += 1
  return startVersion(lastVersion, models)
}
function startVersion(version: unknown, models: unknown) {
  return startApi(supabase, {}, undefined, { models: { version, models } })
}
const charged = () => readRows(supabase, 'select model, credits, is_on from private.model_prices order by credits')

describe('the first three models', () => {
  it('lists the three specified models first, with their IDs, names, paths, and prices', () => {
    const first = readCatalogue(CATALOGUE).models.slice(0, 3)
    expect(first.map(({ id, name, path, credits }) => [id, name, path, credits])).toEqual([
      ['kling-1.6', 'Kling 1.6', 'kling-ai/kling-v1-6', 20],
      ['veo-2', 'Veo 2', 'google/veo2', 180],
      ['veo-3', 'Veo 3', 'google/veo3', 330],
    ])
  })

  it('builds the models into the page just as the server describes them with its default provider', async () => {
    const { body } = await start(MODELS).request('GET', '/api/capabilities', null)
    const load = provideBuiltInModels().load as { handler: () => string }
    const { models } = body.data as Capabilities
    // Only the server knows which providers generate the videos.
    const shown = models.map((model) => ({ ...model, providers: [] }))
    expect(load.handler()).toBe(`export default ${JSON.stringify(shown)}`)
    expect(models.map(({ id }) => id)).toEqual(['kling-1.6', 'veo-2', 'veo-3'])
  })
})

describe('added model', () => {
  it('offers, prices, and generates videos with a model from one added catalogue entry', async () => {
    const { request, create, status, provider, waitUntilIdle } = start()
    const user = await createUser(supabase, 100)
    const job = crypto.randomUUID()
    const { body } = await request('GET', '/api/capabilities', null)
    expect(body.data.models.at(-1)).toMatchObject({
      id: 'hailuo-3',
      credits: 45,
      makesFrom: { text: true, image: false },
    })

    await create(user, job, { length: 10, aspectRatio: '9:16', generateAudio: false }, own)
    expect(provider.creates).toMatchObject([
      {
        path: 'generation/minimax/hailuo-3',
        input: { prompt: 'Rain on a window', length: 10, aspectRatio: '9:16', generateAudio: false },
      },
    ])
    expect(provider.creates[0]?.input).not.toHaveProperty('seed')
    provider.finish()
    await status(user, job)
    await waitUntilIdle()
    expect(await readBooks(supabase, user.id)).toEqual({ available: 55, held: 0, captured: 45 })
    const library = await request('GET', '/api/jobs', user)
    expect(library.body.data.jobs).toMatchObject([
      { modelName: 'Hailuo 3', hasSound: false, length: 10, aspectRatio: '9:16' },
    ])
  })

  it.each([
    ['a duration', { length: 5 }, 'Hailuo 3 supports 10 seconds. Choose one.'],
    ['an aspect ratio', { length: 10, aspectRatio: '1:1' }, 'Hailuo 3 supports 16:9 or 9:16. Choose one.'],
    [
      'an image',
      { length: 10, image: 'data:image/png;base64,' },
      "Hailuo 3 can't generate video from an image. Choose another model.",
    ],
  ])("refuses %s that the added model doesn't support, and holds no credits", async (_, over, message) => {
    const { create } = start()
    const user = await createUser(supabase, 100)
    expect(await create(user, crypto.randomUUID(), over, own)).toMatchObject({ status: 400, body: { message } })
    expect(await readBooks(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
  })
})

describe('price of a model', () => {
  it('charges a held job its quoted price after the price changed', async () => {
    const user = await createUser(supabase, 100)
    const job = crypto.randomUUID()
    await start().consume(user, job, { amount: 45, source: 'hailuo-3' })
    const dearer = start([...MODELS.slice(0, 3), { ...FOURTH_MODEL, credits: 90 }])
    expect(await dearer.consume(user, crypto.randomUUID(), { amount: 45, source: 'hailuo-3' })).toMatchObject({
      status: 409,
      body: { code: 'price_changed', data: { price: 90 } },
    })
    const { provider, create, status, waitUntilIdle } = dearer
    expect((await create(user, job, { length: 10 }, own)).status).toBe(200)
    provider.finish()
    await status(user, job)
    await waitUntilIdle()
    expect(await readBooks(supabase, user.id)).toEqual({ available: 55, held: 0, captured: 45 })
  })

  it('charges more for a duration that adds to the price, and names that price for the price of a shorter one', async () => {
    const durations = [...FOURTH_MODEL.durations, { ...FOURTH_MODEL.durations[0], seconds: 20, adds: 30 }]
    const providers = { pollo: { ...FOURTH_MODEL.providers.pollo, durations: [10, 20] } }
    const { request, create } = start([...MODELS.slice(0, 3), { ...FOURTH_MODEL, durations, providers }])
    const user = await createUser(supabase, 100)
    const { body } = await request('GET', '/api/capabilities', null)
    const { durations: offered } = body.data.models.at(-1)
    expect(offered.map(({ adds = 0 }) => adds)).toEqual([0, 30])
    const job = crypto.randomUUID()
    expect(await create(user, job, { length: 20 }, own)).toMatchObject({
      status: 409,
      body: { code: 'price_changed', data: { price: 75, settlement: 'none' } },
    })
    expect((await create(user, job, { length: 20 }, { ...own, quoted: 75 })).status).toBe(200)
    expect(await readBooks(supabase, user.id)).toEqual({ available: 25, held: 75, captured: 0 })
  })

  it('writes the model prices with the next request if the database was down before', async () => {
    let isDown = true
    const api = startApi(
      supabase,
      {},
      (request, send) =>
        isDown && request.url.endsWith('/set_model_prices') ? Promise.reject(new TypeError('reset')) : send(request),
      { models: { version: ++lastVersion, models: FOUR } },
    )
    const user = await createUser(supabase, 100)
    expect(await api.consume(user, crypto.randomUUID())).toMatchObject({
      status: 503,
      body: { code: 'database_unavailable' },
    })
    isDown = false
    expect((await api.consume(user, crypto.randomUUID())).status).toBe(200)
  })
})

describe('servers with an older and a newer catalogue', () => {
  const user = () => createUser(supabase, 1000)
  const quote = (credits: number) => ({ amount: credits, source: 'hailuo-3' })
  const costs = (credits: number) => [...MODELS.slice(0, 3), { ...FOURTH_MODEL, credits }]

  it.each([
    ['older', 'newer', 'older'],
    ['newer', 'older'],
    ['older', 'older', 'newer', 'older', 'newer', 'older'],
  ])("charges the newer catalogue's prices, in whatever order the servers start (%s first)", async (...starts) => {
    const versions = { older: ++lastVersion, newer: ++lastVersion }
    for (const age of starts as (keyof typeof versions)[]) {
      const server = startVersion(versions[age], costs(age === 'older' ? 45 : 90))
      await server.consume(await user(), crypto.randomUUID())
    }
    expect(await charged()).toContainEqual({ model: 'hailuo-3', credits: 90, is_on: true })
  })

  it('returns the newer price to a request at the older price, and accepts the newer one', async () => {
    const older = start(costs(45))
    await start(costs(90)).consume(await user(), crypto.randomUUID())
    const ada = await user()
    const changed = { status: 409, body: { code: 'price_changed', data: { settlement: 'none', price: 90 } } }
    expect(await older.consume(ada, crypto.randomUUID(), quote(45))).toMatchObject(changed)
    expect(await older.create(ada, crypto.randomUUID(), { length: 10 }, own)).toMatchObject(changed)
    expect((await older.consume(ada, crypto.randomUUID(), quote(90))).status).toBe(200)
    expect(older.log).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('not written') }),
    )
  })

  it('logs prices that changed without a new catalogue version, and keeps the prices written first', async () => {
    await start(costs(45)).consume(await user(), crypto.randomUUID())
    const same = startVersion(lastVersion, costs(45))
    const changed = startVersion(lastVersion, costs(90))
    for (const { consume } of [same, changed]) await consume(await user(), crypto.randomUUID())
    expect(await charged()).toContainEqual({ model: 'hailuo-3', credits: 45, is_on: true })
    const errors = [same, changed].map(({ log }) => log.filter(({ level }) => level === 'error'))
    expect(errors).toEqual([
      [],
      [expect.objectContaining({ cause: expect.stringContaining('raise "version" in models.json') })],
    ])
  })
})

it('requires a new catalogue version for a change of a price, an ID, or isOn', () => {
  const catalogue = readCatalogue(CATALOGUE)
  const advice = 'The prices changed: raise "version" in models.json, and add its checksum to price-lists.json'
  expect(Object.entries(PRICE_LISTS).at(-1), advice).toEqual([String(catalogue.version), checkPrices(catalogue)])
})

describe('disabled model', () => {
  const without = [...MODELS.slice(0, 3), { ...FOURTH_MODEL, isOn: false }]

  it("accepts no new job for a disabled model, and still shows the model's name in the library", async () => {
    const user = await createUser(supabase, 100)
    const job = crypto.randomUUID()
    const before = start()
    await before.create(user, job, { length: 10 }, own)
    before.provider.finish()
    await before.status(user, job)
    await before.waitUntilIdle()
    const { create, consume, request } = start(without)
    const refused = { status: 422, body: { code: 'unknown_model' } }
    expect(await create(user, crypto.randomUUID(), { length: 10 }, own)).toMatchObject(refused)
    expect((await consume(user, crypto.randomUUID(), { amount: 45, source: 'hailuo-3' })).body.code).toBe(
      'unknown_model',
    )
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data).toMatchObject({
      modelName: 'Hailuo 3',
      status: 'succeeded',
    })
    const { body } = await request('GET', '/api/capabilities', null)
    expect(body.data.models.at(-1)).toMatchObject({ id: 'hailuo-3', isOn: false })
  })

  it('disables a model that was removed from the catalogue', async () => {
    const user = await createUser(supabase, 100)
    await start().consume(user, crypto.randomUUID(), { amount: 45, source: 'hailuo-3' })
    const { consume } = start(MODELS.slice(0, 3))
    await consume(user, crypto.randomUUID())
    expect(await charged()).toContainEqual({ model: 'hailuo-3', credits: 45, is_on: false })
  })
})
