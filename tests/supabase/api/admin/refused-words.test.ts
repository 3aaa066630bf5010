import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { PROMPT_REFUSED } from '../../../../supabase/functions/_shared/contract/sentences.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { FREE, startJobApi } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()
// The next test files use the same database.
afterEach(() => sql('delete from private.refused_words'))

async function start() {
  const api = await startJobApi(supabase)
  const { asAdmin, request } = startAdminApi(supabase)
  const headers = await asAdmin()
  const ask = (method: string, body?: object) => request(method, '/api/admin/refused-words', null, body, { headers })
  return {
    ...api,
    save: (...words: string[]) => ask('POST', { words }),
    list: async () => (await ask('GET')).body.data.words,
    listActions: async () =>
      (await request('GET', '/api/admin/actions', null, undefined, { headers })).body.data.actions,
    isRefused: async (prompt: string) =>
      (await api.create(api.user, randomUUID(), { prompt })).body.code === 'prompt_refused',
  }
}

it('refuses a prompt with a listed word before any credits are held, and without naming the word', async () => {
  const { save, create, user, job, booked, provider, log, list } = await start()
  expect(await list()).toEqual([])
  await save('heron')
  expect(await create(user, job, { prompt: 'A HERON, at dawn' })).toMatchObject({
    status: 422,
    body: { code: 'prompt_refused', message: PROMPT_REFUSED, data: { settlement: 'none' } },
  })
  expect(await booked()).toEqual(FREE)
  expect(await sql('select 1 from private.credit_holds where job_id = $1', [job])).toEqual([])
  expect(provider.creates).toEqual([])
  expect(JSON.stringify(log)).not.toMatch(/heron/i)
  // The job ID can be used again.
  expect(await create(user, job, { prompt: 'A stork at dawn' })).toMatchObject({ status: 200 })
})

it('returns the credits that were held before the prompt was sent', async () => {
  const { save, create, consume, user, job, booked } = await start()
  await save('heron')
  await consume(user, job)
  expect(await create(user, job, { prompt: 'A heron' })).toMatchObject({ body: { data: { settlement: 'released' } } })
  expect(await booked()).toEqual(FREE)
})

it.each([
  ['heron', 'two herons', false],
  ['heron*', 'two herons', true],
  ['*ron', 'one heron flies', true],
  ['h*n', 'a hero can', false],
  ['red heron', 'a red,\n“HERON”', true],
  ['red heron', 'a red and tall heron', false],
  ['heron', 'a he\u200Bro\u00ADn', true],
  ['heron', 'ａ ｈｅｒｏｎ', true],
  ['Straße', 'on the STRASSE', true],
  ['οδος', 'Η ΟΔΟΣ', true],
  ['цапля', 'Белая ЦАПЛЯ', true],
  ['cafe\u0301', 'a caf\u00E9', true],
  ['裸体', '一个裸体的人', true],
  ['裸体', '一个人体', false],
  ['नग्न', 'एक नग्न व्यक्ति', true],
  ['f.x (a|b)?', 'a fox', false],
])('matches the listed word %j in the prompt %j: %s', async (word, prompt, isRefused) => {
  const api = await start()
  await api.save(word)
  expect(await api.isRefused(prompt)).toBe(isRefused)
})

it('refuses a listed word in the note of a cast member whom the prompt names, but not in a negative prompt', async () => {
  const { save, create, user, request } = await start()
  await save('heron')
  const { id: image } = (await request('POST', '/api/images', user, { image: pngDataUri(320, 320) })).body.data
  const member = { kind: 'character', name: 'Mara', note: 'a heron in a hat', images: [image] }
  const { id } = (await request('POST', '/api/cast', user, member)).body.data
  const named = await create(user, randomUUID(), { prompt: '@Mara walks', cast: [id] })
  expect(named.body.code).toBe('prompt_refused')
  expect((await create(user, randomUUID(), { prompt: 'A lake', negativePrompt: 'heron' })).status).toBe(200)
})

it('counts what each word refused, and keeps the count of a word that stays', async () => {
  const { save, isRefused, list } = await start()
  await save('heron', 'lake*')
  await isRefused('A heron on two lakes')
  await isRefused('A heron')
  await save('stork', 'heron')
  expect(await list()).toEqual([
    { word: 'heron', refusals: 2, refusedAt: expect.stringMatching(/Z$/) },
    { word: 'stork', refusals: 0, refusedAt: null },
  ])
})

it('records which words each save added and removed, and nothing for the same list', async () => {
  const { save, listActions } = await start()
  await save('heron', ' Heron ', '', 'lake')
  await save('lake', 'stork')
  await save('stork', 'lake')
  expect((await listActions()).slice(0, 2)).toMatchObject([
    { action: 'refused_words', admin: 'admin', added: ['stork'], removed: ['heron'] },
    { action: 'refused_words', added: ['heron', 'lake'], removed: [] },
  ])
})

it.each([
  ['a word without a letter', ['*']],
  ['a word of 101 characters', ['x'.repeat(101)]],
  ['501 words', Array.from({ length: 501 }, (_, at) => `w${at}`)],
])('refuses to save %s, and keeps the list', async (_, words) => {
  const { save, list } = await start()
  await save('heron')
  expect((await save(...words)).status).toBe(400)
  expect(await list()).toMatchObject([{ word: 'heron' }])
})

it('accepts 500 words of 100 characters', async () => {
  const { save } = await start()
  const words = Array.from({ length: 500 }, (_, at) => `${String(at).padStart(3, '0')}${'裸'.repeat(97)}`)
  expect((await save(...words)).status).toBe(200)
})
