// The list of everything that administrators did.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startAdminApi } from '../../../support/server/admin.ts'
import { startShareApi } from '../../../support/server/share.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()

async function start() {
  const api = await startShareApi()
  const { asAdmin, request } = startAdminApi(supabase, { ADMIN_USERNAME: 'grace' })
  const headers = await asAdmin()
  await sql(`insert into public.users (id, email) values ($1, '')`, [api.user.id])
  const ask = async (method: string, path: string, body?: object, key?: string) =>
    (await request(method, `/api/admin${path}`, null, body, { headers, ...(key ? { key } : {}) })).body
  return {
    ...api,
    ask,
    listActions: async (cursor = '') => (await ask('GET', `/actions${cursor && `?cursor=${cursor}`}`)).data,
  }
}

it('lists every grant, setting, and decision about a video, newest first, with who did it', async () => {
  const { ask, listActions, share, report, user, job } = await start()
  const grant = { user_id: user.id, amount: 600, reason: 'Prize' }
  const key = randomUUID()
  for (let times = 0; times < 2; times += 1) await ask('POST', '/credits/grant', grant, key)
  // Another test may have switched the budget off.
  await sql('update private.credit_settings set daily_credits_budget = 1000000')
  await sql(`select public.credit_settings('{"daily_credits_budget": null}', 'ada')`)
  await sql(`select public.credit_settings('{}', 'ada')`)
  const { token } = (await share()).data
  await report(token, { reason: 'other' })
  // Other tests of this database reported other videos.
  const { videos } = (await ask('GET', '/share-reports')).data
  const { newestReport } = videos.find((video: { jobId: string }) => video.jobId === job)
  const decide = (decision: object) => ask('POST', `/share-reports/${job}`, decision)
  await decide({ action: 'dismiss', newestReport })
  await decide({ action: 'dismiss', newestReport })
  await report(token, { reason: 'other' })
  await decide({ action: 'take_down' })
  const { actions } = await listActions()
  const about = { admin: 'grace', userId: user.id, email: user.email, jobId: job, title: 'A heron at dawn' }
  expect(actions.slice(0, 4)).toMatchObject([
    { ...about, action: 'take_down', isTakenDown: true },
    { ...about, action: 'dismiss' },
    { action: 'settings', admin: 'ada', settings: [{ name: 'daily_credits_budget', value: 'off' }] },
    { action: 'grant', admin: 'grace', userId: user.id, credits: 600, reason: 'Prize', jobId: null },
  ])
})

it('undoes a take-down once, and its links open again exactly as they were', async () => {
  const { ask, listActions, share, report, read, list, job } = await start()
  const links = [(await share({ showsPrompt: true })).data, (await share()).data]
  await read(links[0].token)
  const readAgain = async () => (await read(links[0].token, '?again=true')).body.data
  const [before, seen] = [await list(), await readAgain()]
  await report(links[0].token, { reason: 'other' })
  await ask('POST', `/share-reports/${job}`, { action: 'take_down' })
  expect((await read(links[0].token)).status).toBe(404)
  expect((await report(links[0].token, { reason: 'other' })).status).toBe(404)
  for (let times = 0; times < 2; times += 1)
    expect(await ask('POST', `/videos/${job}/restore`)).toMatchObject({ success: true, data: { jobId: job } })
  expect(await list()).toEqual(before)
  expect(Object.keys(await readAgain())).toEqual(Object.keys(seen))
  const { actions } = await listActions()
  expect(actions.slice(0, 2)).toMatchObject([{ action: 'restore' }, { action: 'take_down', isTakenDown: false }])
})

it('restores no video that its owner deleted', async () => {
  const { ask, listActions, share, report, request, user, job } = await start()
  await report((await share()).data.token, { reason: 'other' })
  await ask('POST', `/share-reports/${job}`, { action: 'take_down' })
  await request('DELETE', `/api/jobs/${job}`, user)
  expect((await ask('POST', `/videos/${job}/restore`)).code).toBe('not_found')
  expect((await ask('POST', '/videos/nonsense/restore')).code).toBe('not_found')
  expect((await listActions()).actions[0]).toMatchObject({ action: 'take_down', jobId: job, isTakenDown: false })
})

it('lists actions page by page', async () => {
  const { listActions } = await start()
  await sql(
    `insert into private.admin_actions (admin, action, created_at) select 'page', 'settings', now() from generate_series(1, 26)`,
  )
  const first = await listActions()
  const second = await listActions(first.nextCursor)
  expect(first.actions).toHaveLength(25)
  expect(second.actions[0].id).toBe(first.actions[24].id - 1)
  expect(second.actions[0].admin).toBe('page')
})
