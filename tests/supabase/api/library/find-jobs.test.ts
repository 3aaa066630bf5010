import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser } from '../../../harness/database.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

type Setup = Awaited<ReturnType<typeof setUp>>

/** Creates a job with this prompt that has succeeded or failed. Returns its ID. */
async function make({ create, status, provider, user }: Setup, prompt: string, end: 'succeed' | 'failed' = 'succeed') {
  const job = randomUUID()
  await create(user, job, { prompt })
  if (end === 'succeed') provider.finish()
  else provider.fail('Blocked')
  await status(user, job)
  return job
}

/** Returns the IDs of the found jobs, newest first. It also expects the same jobs from the oldest-first query. */
async function find({ request, user }: Pick<Setup, 'request' | 'user'>, query: Record<string, string>) {
  const [newest, oldest] = await Promise.all(
    ['newest', 'oldest'].map(async (sort) => {
      const { status, body } = await request('GET', `/api/jobs?${new URLSearchParams({ ...query, sort })}`, user)
      expect([status, body.success], JSON.stringify(body)).toEqual([200, true])
      return body.data.jobs.map(({ id }: { id: string }) => id) as string[]
    }),
  )
  expect(oldest?.toReversed(), JSON.stringify(query)).toEqual(newest)
  return newest
}

describe('GET /api/jobs with a search or a filter', () => {
  it('finds jobs by part of their prompt, in any case and script, without pattern characters', async () => {
    const api = await setUp(200)
    const prompts = [
      'A LIGHTHOUSE at 100%_dawn',
      '🎬 القط يعزف البيانو',
      "it's a 東京 night; drop table x",
      'a\\b ÄRGER',
    ]
    const [tower, cat, tokyo, trouble] = [] as string[]
    const jobs = [tower, cat, tokyo, trouble]
    for (const [index, prompt] of prompts.entries()) jobs[index] = await make(api, prompt)
    const cases: [string, number[]][] = [
      ['lighthouse', [0]],
      ['  Lighthouse  ', [0]],
      ['%', [0]],
      ['_', [0]],
      ['100%', [0]],
      ['l%e', []],
      ['l_ghthouse', []],
      ['🎬', [1]],
      ['القط', [1]],
      ['東京', [2]],
      ["'", [2]],
      ["' or 1=1 --", []],
      ["'; drop table public.jobs; --", []],
      ['$1', []],
      ['\\', [3]],
      ['ärger', [3]],
      ['A', [3, 2, 0]],
      ['', [3, 2, 1, 0]],
      ['   ', [3, 2, 1, 0]],
      ['\0', [3, 2, 1, 0]],
      ['\ud83c', []],
    ]
    for (const [q, places] of cases)
      expect(await find(api, { q }), `?q=${q}`).toEqual(places.map((place) => jobs[place]))
  })

  it('filters jobs by model, by failure, and by sound, alone and together', async () => {
    const api = await setUp(200)
    const [storm, calm, lost] = [await make(api, 'Storm'), await make(api, 'Calm'), await make(api, 'Storm', 'failed')]
    // Kling generates no sound at this provider, and Veo 3 does.
    await sql(`update public.jobs set model = 'veo-3' where id = any ($1)`, [`{${calm},${lost}}`])
    expect(await find(api, { model: 'kling-1.6' })).toEqual([storm])
    expect(await find(api, { model: 'no-such-model' })).toEqual([])
    expect(await find(api, { model: "x' or '1'='1" })).toEqual([])
    expect(await find(api, { outcome: 'failed' })).toEqual([lost])
    expect(await find(api, { outcome: 'any', sound: 'false' })).toEqual([lost, calm, storm])
    expect(await find(api, { sound: 'true' })).toEqual([calm])
    expect(await find(api, { sound: 'true', outcome: 'failed' })).toEqual([lost])
    expect(await find(api, { q: 'storm', outcome: 'failed', model: 'veo-3' })).toEqual([lost])
    expect(await find(api, { q: 'storm', model: 'veo-3', sound: 'true' })).toEqual([])
    // The sound shown for each job matches the filter.
    const { jobs } = (await api.request('GET', '/api/jobs', api.user)).body.data
    const sounding = jobs.filter(({ status, hasSound }: Record<string, unknown>) => status !== 'failed' && hasSound)
    expect(sounding.map(({ id }: { id: string }) => id)).toEqual([calm])
  })

  it('returns all pages of matching jobs', async () => {
    const api = await setUp(200)
    const jobs: string[] = []
    for (const prompt of ['rain 1', 'sun', 'rain 2', 'sun', 'rain 3']) jobs.push(await make(api, prompt))
    const page = async (cursor: string) =>
      (await api.request('GET', `/api/jobs?q=rain&limit=2${cursor}`, api.user)).body.data
    const first = await page('')
    const second = await page(`&cursor=${first.nextCursor}`)
    expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual([jobs[4], jobs[2], jobs[0]])
    expect(second.nextCursor).toBeNull()
  })

  it('finds no job of another user, and no deleted job', async () => {
    const api = await setUp()
    const job = await make(api, 'Rain on a window')
    const stranger = { request: api.request, user: await createUser(supabase) }
    for (const query of [{ q: 'rain' }, { q: "' or true --" }, { sound: 'true' }, { model: 'kling-1.6' }] as const)
      expect(await find(stranger, query as Record<string, string>)).toEqual([])
    await api.request('DELETE', `/api/jobs/${job}`, api.user)
    expect(await find(api, { q: 'rain' })).toEqual([])
    expect(await find(api, { model: 'kling-1.6' })).toEqual([])
  })
})
