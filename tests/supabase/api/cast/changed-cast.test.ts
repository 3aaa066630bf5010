// Members that are deleted or renamed before or after a job, and the end of a job. The provider is fal.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CAST_CHANGED } from '../../../../supabase/functions/_shared/contract/sentences.ts'
import { createUser } from '../../../harness/database.ts'
import { EVERYTHING_BACK, MARA, startCastApi } from '../../../support/server/cast.ts'
import { openFal } from '../../../support/server/scripted-service.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()
const { fal } = openFal()
const start = () => startCastApi(fal)
type Api = Awaited<ReturnType<typeof start>>

describe('cast that changed', () => {
  it.each<[string, (api: Api) => Promise<object | undefined>]>([
    ['is deleted', async ({ remove }) => void (await remove())],
    ['has another name', async ({ change }) => void (await change({ name: 'Ada' }))],
    ["isn't named by the prompt", async () => ({ prompt: 'A dive from @The pier' })],
    ['is named without an @', async () => ({ prompt: 'Mara dives from @The pier' })],
    ['is named inside a word', async () => ({ prompt: '@Marathon from @The pier' })],
    ['is unknown', async ({ pier }) => ({ cast: [randomUUID(), pier] })],
    [
      "is another user's",
      async ({ add, upload, pier }) => {
        const stranger = await createUser(supabase)
        const images = [await upload(MARA, stranger)]
        return { cast: [await add({ kind: 'character', name: 'Mara', images }, stranger), pier] }
      },
    ],
  ])('refuses a job if a listed member %s, and charges nothing', async (_, act) => {
    const api = await start()
    const input = await act(api)
    const refused = await api.create(input ?? {})
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'cast_changed', message: CAST_CHANGED, data: { settlement: 'none' } },
    })
    expect([fal.creates, await api.booked()]).toEqual([[], EVERYTHING_BACK])
    expect((await api.show()) ?? null).toBeNull()
    // The same key works for a corrected request.
    expect((await api.create({ prompt: '@The pier', cast: [api.pier] })).status).toBe(200)
  })

  it('releases the hold of an earlier request, and says so', async () => {
    const { create, remove, user, job, booked } = await start()
    await sql(`select public.hold_credits($1, $2, 'video_generation', 'seedance-2.5', 120, 'Video')`, [user.id, job])
    await remove()
    expect((await create()).body).toMatchObject({ code: 'cast_changed', data: { settlement: 'released' } })
    expect(await booked()).toEqual(EVERYTHING_BACK)
  })

  it('returns the same job for a repeated request after the member was deleted, and charges once', async () => {
    const { create, remove, job, booked } = await start()
    const first = await create()
    await remove()
    expect((await create()).body).toEqual(first.body)
    expect(first.body.data.taskId).toBe(job)
    expect([fal.creates.length, await booked()]).toEqual([1, { available: 880, held: 120, captured: 0 }])
  })
})

describe('job of the cast', () => {
  it('shows the new name of a renamed member, and the old name of a deleted one without its ID', async () => {
    const { create, change, remove, show, mara, pier } = await start()
    await change({ voice: null })
    await create()
    await change({ name: 'Ada' })
    expect((await show()).cast[0]).toEqual({ id: mara, name: 'Mara', currentName: 'Ada' })
    await remove()
    const { cast, images } = await show()
    expect(cast).toEqual([
      { id: null, name: 'Mara', currentName: null },
      { id: pier, name: 'The pier', currentName: 'The pier' },
    ])
    expect(images.map(({ castId }: { castId: string | null }) => castId)).toEqual([null, null, pier])
  })

  it('keeps the images of a deleted member for its videos', async () => {
    const { create, remove, show, sweep, clock } = await start()
    await create()
    await remove()
    clock.now += 1000
    await sweep()
    for (const { url } of (await show()).images) expect((await supabase.fetch(new Request(url))).ok).toBe(true)
  })

  it('leaves no row of the cast when it is deleted', async () => {
    const { create, status, request, waitUntilIdle, user, job } = await start()
    await create()
    fal.finish()
    await status(user, job)
    await waitUntilIdle()
    expect(await sql('select name from private.job_cast where job_id = $1 order by position', [job])).toHaveLength(2)
    expect((await request('DELETE', `/api/jobs/${job}`, user)).status).toBe(200)
    expect(await sql('select name from private.job_cast where job_id = $1', [job])).toEqual([])
  })
})

it.each<[string, (prompt: string) => object]>([
  ["in fal's format", (prompt) => ({ detail: `Exhausted balance for "${prompt}"` })],
  ['in an unknown format, which is quoted', (prompt) => ({ oops: `Exhausted balance for ${prompt}` })],
])("hides the prompt that was sent from the operator's alert about a refusal %s", async (_, answer) => {
  const { create } = await start()
  fal.intercept.create = ({ input }) => Response.json(answer(input.prompt), { status: 403 })
  expect((await create()).body.code).toBe('provider_unavailable')
  const rows = await sql('select words from private.refusing_providers')
  expect(JSON.stringify(rows)).toContain('Exhausted balance')
  expect(JSON.stringify(rows)).not.toMatch(/Mara|diver|pier/)
})
