// Text that looks the same has several forms in Unicode: `é` is one character or two, and a Hangul syllable up to three.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createUser } from '../../harness/database.ts'
import { startAdminApi } from '../../support/server/admin.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

const FORMS = ['NFC', 'NFD'] as const
const PAIRS = FORMS.flatMap((stored) => FORMS.map((asked) => ({ stored, asked })))

it.each(PAIRS)('finds a prompt and a title in $stored by a word in $asked, and stores them as typed', async (forms) => {
  const { request, user, create, status, provider } = await setUp(200)
  const prompt = 'Ein CAFÉ bei Nacht, 한국어'.normalize(forms.stored)
  const title = '서울 Ångström'.normalize(forms.stored)
  const [byPrompt, byTitle] = [randomUUID(), randomUUID()]
  for (const [job, text] of [
    [byPrompt, prompt],
    [byTitle, 'A pier'],
  ] as const) {
    await create(user, job, { prompt: text })
    provider.finish()
    await status(user, job)
  }
  expect((await request('POST', `/api/jobs/${byTitle}/label`, user, { title })).body.data.title).toBe(title)
  const find = async (q: string) => {
    const query = new URLSearchParams({ q: q.normalize(forms.asked) })
    const pages = ['newest', 'oldest'].map((sort) => request('GET', `/api/jobs?${query}&sort=${sort}`, user))
    return (await Promise.all(pages)).map(({ body }) => body.data.jobs.map(({ id }: { id: string }) => id))
  }
  for (const q of ['café', '한국']) expect([q, await find(q)]).toEqual([q, [[byPrompt], [byPrompt]]])
  for (const q of ['서울', 'ångström']) expect([q, await find(q)]).toEqual([q, [[byTitle], [byTitle]]])
  expect(await find('cafè')).toEqual([[], []])
  expect((await request('GET', `/api/jobs/${byPrompt}`, user)).body.data.prompt).toBe(prompt)
  expect(provider.creates.map(({ body }) => JSON.parse(body).input.prompt)).toContain(prompt)
})

it.each(PAIRS)('finds a user whose email is in $stored by one in $asked', async ({ stored, asked }) => {
  const api = startAdminApi(supabase)
  const headers = await api.asAdmin()
  const user = await createUser(supabase)
  const email = `josé-${user.id}@example.com`
  await sql('update auth.users set email = $2 where id = $1', [user.id, email.normalize(stored)])
  await sql(`insert into public.users (id, email, name) values ($1, '', 'José')`, [user.id])
  await sql(`insert into public.login_logs (user_id, user_agent, ip_address) values ($1, 'Mozilla/5.0', '192.0.2.9')`, [
    user.id,
  ])
  const typed = email.toUpperCase().normalize(asked)
  const logs = await api.request(
    'GET',
    `/api/auth/login-logs?${new URLSearchParams({ email: typed.slice(0, 20) })}`,
    null,
    undefined,
    { headers },
  )
  expect(logs.body.logs).toHaveLength(1)
  const found = await api.request('POST', '/api/admin/credits/find-users', null, { user: typed }, { headers })
  expect(found.body.data.users).toMatchObject([{ id: user.id }])
  const own = await api.request('POST', '/api/account/delete', user, { email: typed })
  expect([own.status, own.body.success]).toEqual([200, true])
})
