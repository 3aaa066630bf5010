import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PAID } from '../../../support/server/job.ts'
import { setUp, sql } from '../../../support/server/suite.ts'

/** Creates a finished job, with functions that label and find jobs. */
async function setUpLibrary() {
  const api = await setUp()
  const { create, status, provider, request, user, job } = api
  await create(user, job)
  provider.finish()
  await status(user, job)
  const label = (body: unknown) => request('POST', `/api/jobs/${job}/label`, user, body)
  const found = async (query: string) =>
    (await request('GET', `/api/jobs?${query}`, user)).body.data.jobs.map(({ id }: { id: string }) => id)
  return { ...api, label, found }
}

describe('POST /api/jobs/{id}/label', () => {
  it("saves a job's title and star independently, and changes no credits", async () => {
    const { label, request, user, job, booked } = await setUpLibrary()
    expect((await label({ title: 'Opening shot' })).body.data).toMatchObject({
      title: 'Opening shot',
      isStarred: false,
    })
    expect((await label({ isStarred: true })).body.data).toMatchObject({ title: 'Opening shot', isStarred: true })
    const { body } = await request('GET', `/api/jobs/${job}`, user)
    expect(body.data).toMatchObject({ title: 'Opening shot', isStarred: true, prompt: 'Rain on a window' })
    expect((await label({ title: '', isStarred: false })).body.data).toMatchObject({ title: '', isStarred: false })
    expect(await booked()).toEqual(PAID)
  })

  it("removes line breaks and text direction marks from a job's title", async () => {
    const { label } = await setUpLibrary()
    const { body } = await label({ title: '  Rain\u0000\n on\t\u202Ea  window ' })
    expect(body.data.title).toBe('Rain on a window')
  })

  it('saves an empty title for a title without visible characters', async () => {
    const { label } = await setUpLibrary()
    expect((await label({ title: ' \u200b\u3164\u2800' })).body.data.title).toBe('')
    expect((await label({ title: '👩‍🚀' })).body.data.title).toBe('👩‍🚀')
  })

  it('explains the accepted fields when a label request changes nothing', async () => {
    const { label } = await setUpLibrary()
    const message = 'Invalid "title": send a title, isStarred, or both.'
    expect(await label({})).toMatchObject({ status: 400, body: { message } })
  })

  it.each([[{}], [{ title: 7 }], [{ title: 'x'.repeat(101) }], [{ isStarred: 'yes' }], [[]]])(
    'refuses to label a job with %j, explains why, and changes nothing',
    async (body) => {
      const { label, request, user, job } = await setUpLibrary()
      expect(await label(body)).toMatchObject({
        status: 400,
        body: { code: 'bad_request', message: expect.stringMatching(/./) },
      })
      expect((await request('GET', `/api/jobs/${job}`, user)).body.data).toMatchObject({ title: '', isStarred: false })
    },
  )

  it("refuses a title for a deleted job, and deletes the job's earlier title", async () => {
    const { label, request, user, job } = await setUpLibrary()
    await label({ title: 'Opening shot', isStarred: true })
    await request('DELETE', `/api/jobs/${job}`, user)
    expect(await label({ title: 'Again' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await sql('select title, is_starred from public.jobs where id = $1', [job])).toEqual([
      { title: '', is_starred: false },
    ])
  })
})

describe('GET /api/jobs', () => {
  it('finds jobs by title as well as prompt, and jobs with a star', async () => {
    const { label, found, create, status, user, job } = await setUpLibrary()
    const other = randomUUID()
    await create(user, other)
    await status(user, other)
    await label({ title: 'Opening shot', isStarred: true })
    expect(await found('q=OPENING')).toEqual([job])
    expect(await found('q=rain')).toEqual([other, job])
    expect(await found('q=shot rain')).toEqual([])
    for (const sort of ['newest', 'oldest']) expect(await found(`starred=true&sort=${sort}`)).toEqual([job])
    expect(await found('starred=false')).toEqual([other, job])
  })
})
