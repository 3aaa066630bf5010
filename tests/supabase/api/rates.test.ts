import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { type Interceptor, json, startApi } from '../../support/server/api.ts'
import { books, createUser, openTestSupabase } from '../../support/server/database.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** Requests a minute of one user, counted by name. A route that is not listed here fails. */
const RATES: Record<string, [name: string, limit: number]> = {
  'POST /api/credits/consume': ['credits', 60],
  'GET /api/credits/test/balance': ['credits', 60],
  'POST /api/credits/test/validate': ['credits', 60],
  'POST /api/credits/test/add': ['credits', 60],
  'GET /api/credits/statement': ['library', 120],
  'GET /api/jobs': ['library', 120],
  'GET /api/jobs/:id': ['library', 120],
  'DELETE /api/jobs/:id': ['library', 120],
  'POST /api/jobs/:id/cancel': ['library', 120],
  'GET /generation/:taskId/status': ['status', 240],
  'POST /generation/:brand/:model': ['create', 20],
}
/** Not counted by user: anyone may ask and nothing is read for it, or a secret or the administrator's tries stand in front. */
const OTHERS = [
  'GET /api/capabilities',
  'GET /health',
  'GET /api/admin/test',
  'GET /api/admin/status',
  'POST /api/admin/credits/find-users',
  'POST /api/admin/credits/grant',
  'POST /api/auth/admin-login',
  'GET /api/auth/login-logs',
  'POST /api/auth/login-logs',
  'POST /api/jobs/sweep',
]

it('every route has a rate, or says why not', () => {
  const { app } = startApi(supabase)
  const routes = new Set(app.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])))
  expect([...routes].sort()).toEqual([...Object.keys(RATES), ...OTHERS].sort())
})

it.each(Object.entries(RATES))(
  '%s refuses a user over the rate, before it does or reads anything',
  async (route, rate) => {
    const asked: unknown[] = []
    const refuse: Interceptor = async (request, send) => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/rest/')) return send(request)
      asked.push(pathname, await request.json())
      return json(42)
    }
    const { request } = startApi(supabase, {}, refuse)
    const user = await createUser(supabase)
    const [method = '', path = ''] = route.split(' ')
    const answer = await request(method, path.replace(/:\w+/g, 'x'), user)
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(answer.headers.get('retry-after')).toBe('42')
    const [name, p_limit] = rate
    expect(asked).toEqual([
      '/rest/v1/rpc/take_rate',
      expect.objectContaining({ p_key: `${name}:${user.id}`, p_limit, p_window_seconds: 60 }),
    ])
  },
)

it('a user who holds as fast as the network allows gets no more holds than the rate, and more a minute later', async () => {
  const { consume, clock } = startApi(supabase)
  const [user, other] = [await createUser(supabase, 100_000), await createUser(supabase, 100)]
  const answers = await Promise.all(Array.from({ length: 65 }, () => consume(user, randomUUID())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect((await books(supabase, user.id)).held).toBe(60 * 20)
  expect(await consume(other, randomUUID())).toMatchObject({ status: 200 })
  clock.now += 61_000
  expect(await consume(user, randomUUID())).toMatchObject({ status: 200 })
})
