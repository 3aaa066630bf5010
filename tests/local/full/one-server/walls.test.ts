// A server for a team, behind TLS: each route, table, function, and file, asked for by everyone who may not have it.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTeamServer, type TeamServer } from '../../../harness/one-server/team-server.ts'
import { getCall, ROUTES } from '../../../support/server/routes.ts'

const MIGRATIONS = new URL('../../../../supabase/migrations/', import.meta.url)
const sql = readdirSync(MIGRATIONS)
  .map((file) => readFileSync(new URL(file, MIGRATIONS), 'utf8'))
  .join('\n')
const FUNCTIONS = [...new Set([...sql.matchAll(/create function public\.(\w+)/g)].map(([, name = '']) => name))]
const TABLES = ['users', 'login_logs', 'jobs']
const PRIVATE_TABLES = [...sql.matchAll(/create table private\.(\w+)/g)].map(([, name = '']) => name)

let team: TeamServer
let owner: { token: string; userId: string }
let stranger: typeof owner
/** A stored file of the owner: its path in the bucket videos. */
const VIDEO = 'owner/private.mp4'

beforeAll(async () => {
  team = await startTeamServer({ ALLOWED_EMAILS: 'guest@other.example' })
  const join = async (email: string) => {
    const user = await team.signIn({ email })
    const headers = { authorization: `Bearer ${user.token}`, prefer: 'resolution=merge-duplicates' }
    expect((await team.post('/rest/v1/users', { id: user.userId, email, name: email }, headers)).status).toBe(201)
    return user
  }
  owner = await join('owner@team.example')
  stranger = await join('stranger@team.example')
  const stored = await team.send(`/storage/v1/object/videos/${VIDEO}`, {
    method: 'POST',
    headers: { apikey: team.keys.secretKey, 'content-type': 'video/mp4' },
    body: 'a video',
  })
  expect(stored.status).toBe(200)
}, 120_000)
afterAll(() => team.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, apikey: team.keys.publishableKey })
const CALLERS: [name: string, headers: () => Record<string, string>][] = [
  ['nobody', () => ({})],
  ['the publishable key', () => ({ apikey: team.keys.publishableKey })],
  ['the publishable key as a token', () => bearer(team.keys.publishableKey)],
  ['a stranger', () => bearer(stranger.token)],
]

it.each([...CALLERS, ['the secret key', () => ({ apikey: team.keys.secretKey })] satisfies (typeof CALLERS)[number]])(
  'lets %s call only their own routes',
  async (name, headers) => {
    for (const [route, { access }] of Object.entries(ROUTES)) {
      const [method, path] = getCall(route)
      const { status } = await team.send(path, { method, headers: headers() })
      const isOpen = access === 'anyone' || (access === 'person' && name === 'a stranger')
      // Test credits don't exist on a server for a team.
      const isGone = path.startsWith('/api/credits/test/')
      expect([route, status < 500, isGone ? status === 404 : (status === 401) === !isOpen]).toEqual([route, true, true])
    }
  },
)

it.each(CALLERS)('shows %s no row of the owner, and changes none', async (name, headers) => {
  for (const table of TABLES) {
    const column = table === 'users' ? 'id' : 'user_id'
    const where = `${column}=eq.${owner.userId}`
    const read = await team.send(`/rest/v1/${table}?select=*`, { headers: headers() })
    if (name === 'a stranger') expect([table, read.text.includes(owner.userId)]).toEqual([table, false])
    else expect([table, read.status]).toEqual([table, 401])
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: JSON.stringify({ name: 'Mine' }) } : {}
      const changed = await team.send(`/rest/v1/${table}?${where}`, {
        method,
        headers: { ...headers(), 'content-type': 'application/json', prefer: 'return=representation' },
        ...body,
      })
      expect([table, method, changed.status < 300 && changed.text !== '[]']).toEqual([table, method, false])
    }
  }
  for (const table of PRIVATE_TABLES)
    for (const schema of ['public', 'private']) {
      const profile = { 'accept-profile': schema }
      const { status } = await team.send(`/rest/v1/${table}?select=*`, { headers: { ...headers(), ...profile } })
      expect([table, schema, status >= 400 && status < 500]).toEqual([table, schema, true])
    }
})

it.each(CALLERS)('lets %s run no function of the server', async (_name, headers) => {
  expect(FUNCTIONS.length).toBeGreaterThan(50)
  for (const name of FUNCTIONS.filter((one) => one !== 'get_user_credits')) {
    const { status } = await team.post(`/rest/v1/rpc/${name}`, {}, headers())
    expect([name, [401, 403, 404].includes(status)]).toEqual([name, true])
  }
})

it.each(CALLERS)('gives %s no file and no list of files', async (_name, headers) => {
  for (const place of ['', 'public/', 'authenticated/', 'info/']) {
    const { status } = await team.send(`/storage/v1/object/${place}videos/${VIDEO}`, { headers: headers() })
    expect([place, status >= 400 && status < 500]).toEqual([place, true])
  }
  const signed = await team.post(`/storage/v1/object/sign/videos/${VIDEO}`, { expiresIn: 60 }, headers())
  expect(signed.text).not.toContain('token=')
  const listed = await team.post('/storage/v1/object/list/videos', { prefix: 'owner' }, headers())
  expect(listed.text).not.toContain('private.mp4')
  const written = await team.send('/storage/v1/object/videos/owner/other.mp4', {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'video/mp4' },
    body: 'x',
  })
  expect(written.status >= 400 && written.status < 500).toBe(true)
})

it('refuses every route of the API and the database to a user who was taken off', async () => {
  const { token } = await team.signIn({ email: 'guest@other.example' })
  await team.restart({ ALLOWED_EMAILS: 'someone@other.example' })
  for (const [route, { access }] of Object.entries(ROUTES)) {
    if (access !== 'person' || route.includes('/credits/test/')) continue
    const [method, path] = getCall(route)
    const { status } = await team.send(path, { method, headers: bearer(token) })
    expect([route, status]).toEqual([route, 401])
  }
  for (const path of ['/rest/v1/jobs', '/auth/v1/user', `/storage/v1/object/authenticated/videos/${VIDEO}`])
    expect([path, (await team.send(path, { headers: bearer(token) })).status]).toEqual([path, 403])
})
