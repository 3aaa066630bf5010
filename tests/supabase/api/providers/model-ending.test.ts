// Models that end on a date. The server's clock decides.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../../local/backend/supabase.ts'
import { readCatalogue } from '../../../../supabase/functions/api/catalogue/catalogue.ts'
import CATALOGUE from '../../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { describeEndings } from '../../../../tools/doctor/checks/models.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser, openTestSupabase, readBooks } from '../../../harness/database.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { FOURTH_MODEL } from '../../../support/server/fourth-model.ts'

// Other tests write prices of other versions.
let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const FIRST = CATALOGUE.models.slice(0, 3)
const ENDING = { ...FOURTH_MODEL, endsOn: '2027-03-31', replacedBy: 'veo-3' }
const own = { path: '/generation/minimax/hailuo-3', quoted: 45 }

let version = 0
/** Starts a server at a time, with models that end. */
function start(time: string, ...models: object[]) {
  version += 1
  const api = startApi(supabase, {}, undefined, {
    models: { version, models: [...FIRST, ...(models.length > 0 ? models : [ENDING])] },
  })
  api.clock.now = Date.parse(time)
  return api
}
async function readModel(api: ReturnType<typeof start>, id = 'hailuo-3') {
  const { body } = await api.request('GET', '/api/capabilities', null)
  return body.data.models.find((model: { id: string }) => model.id === id)
}
/** Starts a server right now, whose model's last day is this many days away. Tokens are valid only right now. */
function startEnding(days: number) {
  const now = Date.now()
  const endsOn = new Date(now + days * 86_400_000).toISOString().slice(0, 10)
  return start(new Date(now).toISOString(), { ...ENDING, endsOn })
}
const REFUSAL = /Hailuo 3 ended on \w{3} \d{1,2}, \d{4}\. Use Veo 3 instead\./
const VEO_3 = { id: 'veo-3', name: 'Veo 3' }

describe('model that ends', () => {
  it.each([
    ['31 days before its last day', '2027-02-28T23:59:59.999Z', { isOn: true, ending: null }],
    ['30 days before', '2027-03-01T00:00:00Z', { isOn: true, ending: { isOver: false, replacedBy: VEO_3 } }],
    ['until its last day is over', '2027-03-31T23:59:59.999Z', { isOn: true, ending: { isOver: false } }],
    ['from the next day on', '2027-04-01T00:00:00Z', { isOn: false, ending: { on: '2027-03-31', isOver: true } }],
  ])('is described %s', async (_, time, expected) => {
    const api = start(time)
    expect(await readModel(api)).toMatchObject(expected)
    expect(await readModel(api, 'veo-3')).toMatchObject({ isOn: true, ending: null })
  })

  it('takes jobs on its last day, and afterward none: no credits are held, and the refusal names the successor', async () => {
    const user = await createUser(supabase, 100)
    const open = startEnding(0)
    expect((await open.create(user, randomUUID(), { length: 10 }, own)).status).toBe(200)
    const before = await readBooks(supabase, user.id)
    const over = startEnding(-1)
    const refused = { status: 422, body: { code: 'model_ended', message: expect.stringMatching(REFUSAL) } }
    expect(await over.create(user, randomUUID(), { length: 10 }, own)).toMatchObject(refused)
    expect(await over.consume(user, randomUUID(), { amount: 45, source: 'hailuo-3' })).toMatchObject(refused)
    expect(await readBooks(supabase, user.id)).toEqual(before)
    expect(over.provider.creates).toEqual([])
  })

  it('is refused to agents with its successor, and left out of their list', async () => {
    const user = await createUser(supabase, 100)
    const { use } = await connectAgent(await listen(startEnding(-1)), user)
    const given = { model: 'hailuo-3', credits: 45, prompt: 'Rain', idempotencyKey: randomUUID() }
    const answer = await use('create_video', given)
    expect(answer).toMatchObject({ isError: true, data: { code: 'model_ended' } })
    expect(answer.say).toMatch(REFUSAL)
    const { data } = await use('list_models', {})
    expect(JSON.stringify(data)).not.toContain('hailuo-3')
    expect(await readBooks(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
  })

  it('is followed by the first successor that is still offered', async () => {
    const next = { ...FOURTH_MODEL, id: 'next', name: 'Next', path: 'minimax/next', endsOn: '2027-04-10' }
    const follow = (time: string, replacedBy?: string) =>
      readModel(start(time, { ...ENDING, replacedBy: 'next' }, { ...next, ...(replacedBy && { replacedBy }) }))
    expect((await follow('2027-04-05T00:00:00Z', 'veo-2')).ending.replacedBy).toEqual({ id: 'next', name: 'Next' })
    expect((await follow('2027-04-11T00:00:00Z', 'veo-2')).ending.replacedBy).toEqual({ id: 'veo-2', name: 'Veo 2' })
    expect((await follow('2027-04-11T00:00:00Z', 'hailuo-3')).ending.replacedBy).toBeNull()
    expect((await follow('2027-04-11T00:00:00Z')).ending.replacedBy).toBeNull()
  })

  it('is announced by the doctor for 30 days and afterward, with or without a successor', () => {
    const warn = (time: string, over: object = {}) => {
      const { models } = readCatalogue({ version: 1, models: [...FIRST, { ...ENDING, ...over }] })
      return describeEndings(models, new Date(time), 'deploy').map(({ what, fix }) => [what, fix])
    }
    expect(warn('2027-02-28T00:00:00Z')).toEqual([])
    expect(warn('2027-04-01T00:00:00Z')).toEqual([
      [
        'Hailuo 3 ended on 2027-03-31, and is still in the catalogue.',
        expect.stringContaining('Set "isOn" of hailuo-3 to false'),
      ],
    ])
    expect(warn('2027-04-01T00:00:00Z', { isOn: false })).toEqual([])
    expect(warn('2027-03-15T00:00:00Z', { isOn: false })).toEqual([])
    expect(warn('2027-03-15T00:00:00Z')).toEqual([
      ['Hailuo 3 ends on 2027-03-31. Veo 3 follows it.', expect.stringContaining('Tell your users.')],
    ])
    expect(warn('2027-03-15T00:00:00Z', { replacedBy: undefined })).toEqual([
      ['Hailuo 3 ends on 2027-03-31. No model follows it.', expect.stringContaining('Set "replacedBy" of hailuo-3')],
    ])
  })

  it.each([
    ['a day that is none', { endsOn: '2027-02-30' }, /hailuo-3\.endsOn: use a date like 2026-12-31/],
    ['a successor without a day', { endsOn: undefined }, /hailuo-3\.replacedBy: set it only together with "endsOn"/],
    ['an unknown successor', { replacedBy: 'veo-9' }, /hailuo-3\.replacedBy: name the ID of another model/],
    ['itself as its successor', { replacedBy: 'hailuo-3' }, /hailuo-3\.replacedBy: name the ID of another model/],
  ])('refuses to start with %s', (_, over, says) => {
    expect(() => start('2027-01-01T00:00:00Z', { ...ENDING, ...over })).toThrow(says)
  })
})
