// Supabase Lite on a real PostgreSQL answers as on PGlite: the same roles, policies, grants, values, and errors.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../harness/api.ts'
import {
  createUser,
  KEYS,
  ORIGIN,
  openTestSupabase,
  readBooks,
  readRows,
  type TestUser,
} from '../../harness/database.ts'
import { openOnPostgres, startTeamDatabase, type TeamDatabase } from '../../harness/team-database.ts'

interface Engine {
  supabase: LocalSupabase
  owner: TestUser
  stranger: TestUser
}

let team: TeamDatabase
let pglite: Engine
let postgres: Engine
beforeAll(async () => {
  team = await startTeamDatabase()
  pglite = await openTestSupabase({ clock: 'real' }).then(prepareEngine)
  const url = await team.create()
  // The defaults of somebody else's database must not change an answer.
  await team.run(
    url,
    `alter database team_1 set timezone to 'Asia/Tokyo'; alter database team_1 set datestyle to 'German'; alter database team_1 set search_path to private;
     alter database team_1 set default_transaction_isolation to 'serializable'; alter database team_1 set client_min_messages to 'debug1'`,
  )
  postgres = await openOnPostgres(url).then(prepareEngine)
})
afterAll(async () => {
  await Promise.all([pglite?.supabase.close(), postgres?.supabase.close()])
  await team?.server.remove()
})
// Supabase Lite prints the errors of refused statements.
afterEach(() => {
  vi.mocked(console.error).mockClear()
})

async function prepareEngine(supabase: LocalSupabase): Promise<Engine> {
  await readRows(
    supabase,
    `create function public.echo_for_test(p_json jsonb, p_texts text[], p_numbers bigint[], p_at timestamptz) returns jsonb language sql
     set search_path = '' as $$ select jsonb_build_array(p_json, jsonb_typeof(p_json), p_texts, p_numbers, p_at, current_user) $$`,
  )
  await readRows(
    supabase,
    `create function public.read_settings_for_test() returns jsonb language sql set search_path = '' as $$
     select jsonb_build_array(current_user, current_setting('request.jwt.claim.sub', true), current_setting('request.jwt.claim.role', true),
       current_setting('request.method', true), now()::text like '%+00', current_setting('transaction_isolation')) $$`,
  )
  await readRows(
    supabase,
    `create table public.values_for_test (id int primary key, big bigint, huge bigint, price numeric, exact numeric(30, 20), ratio float8,
       flag boolean, day date, at timestamptz, plain timestamp, span interval, ip inet, doc jsonb, old json, texts text[], numbers int[],
       times timestamptz[], ids uuid[], docs jsonb[], name varchar(9), nothing text)`,
  )
  await readRows(
    supabase,
    `insert into public.values_for_test values (1, 5, 9007199254740993, 1.50, 0.12345678901234567890, 0.1, true, '2026-01-02',
       '2026-01-02 03:04:05.678901+02', '2026-01-02 03:04:05', '1 day 02:03', '192.0.2.1', '{"a": [1, null]}', '"text"', '{a,"b c"}', '{1,2}',
       '{2026-01-02 03:04:05+00}', '{00000000-0000-0000-0000-000000000001}', array['{"a": 1}'::jsonb], 'name', null)`,
  )
  await readRows(supabase, 'grant select on public.values_for_test to service_role')
  await readRows(
    supabase,
    'grant execute on function public.read_settings_for_test to anon, authenticated, service_role',
  )
  await readRows(supabase, 'grant execute on function public.echo_for_test to authenticated, service_role')
  await supabase.connection.clearSchemaCache()
  const [owner, stranger] = [await createUser(supabase, 100), await createUser(supabase, 100)]
  await startApi(supabase).create(owner, randomUUID())
  return { supabase, owner, stranger }
}

/** Sends one request and returns the answer, without what differs by user or time. */
async function ask(
  { supabase, owner, stranger }: Engine,
  [method, path, key, who, body]: Asked,
): Promise<{ status: number; text: string; type: string | null }> {
  const token = who && { owner, stranger }[who].token
  const response = await supabase.fetch(
    new Request(ORIGIN + fill(path, owner), {
      method,
      headers: {
        apikey: KEYS[key],
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: fill(JSON.stringify(body), owner) }),
    }),
  )
  const text = (await response.text())
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replaceAll(/[0-9a-f]{8}@example\.com/g, 'EMAIL')
    .replaceAll(/2\d{3}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\.\d+(\+00(:00)?|Z)?/g, 'TIME')
  return { status: response.status, text, type: response.headers.get('content-type') }
}

const fill = (text: string, owner: TestUser) => text.replaceAll('{owner}', owner.id)

type Asked = [
  method: string,
  path: string,
  key: 'publishableKey' | 'secretKey',
  who: 'owner' | 'stranger' | null,
  body?: unknown,
]

const ECHO = '/rest/v1/rpc/echo_for_test'
const echo = (p_json: unknown) => ({ p_json, p_texts: ['a', 'b "c"'], p_numbers: [1, 2], p_at: '2026-01-02T03:04:05Z' })

const REQUESTS: [...Asked, status: number][] = []
const list = (status: number, ...asked: Asked) =>
  REQUESTS.push([...([...asked, undefined].slice(0, 5) as Asked), status])

for (const table of ['jobs', 'users', 'login_logs']) {
  list(401, 'GET', `/rest/v1/${table}`, 'publishableKey', null)
  list(200, 'GET', `/rest/v1/${table}`, 'publishableKey', 'owner')
  list(200, 'GET', `/rest/v1/${table}`, 'publishableKey', 'stranger')
  list(200, 'GET', `/rest/v1/${table}?select=id`, 'secretKey', null)
  list(401, 'POST', `/rest/v1/${table}`, 'publishableKey', null, { id: '{owner}' })
  list(401, 'DELETE', `/rest/v1/${table}?id=eq.{owner}`, 'publishableKey', null)
  list(403, 'DELETE', `/rest/v1/${table}?id=eq.{owner}`, 'publishableKey', 'owner')
  list(403, 'DELETE', `/rest/v1/${table}?id=eq.{owner}`, 'secretKey', null)
}
list(403, 'PATCH', '/rest/v1/jobs?user_id=eq.{owner}', 'publishableKey', 'owner', { status: 'failed' })
list(204, 'PATCH', '/rest/v1/users?id=eq.{owner}', 'publishableKey', 'owner', { credits: 5000 })
list(204, 'PATCH', '/rest/v1/users?id=eq.{owner}', 'publishableKey', 'stranger', { name: 'Eve' })
list(403, 'POST', '/rest/v1/users', 'publishableKey', 'stranger', { id: '{owner}', name: 'Eve' })
list(404, 'GET', '/rest/v1/credit_accounts', 'secretKey', null)
list(404, 'GET', '/rest/v1/unknown_table', 'publishableKey', 'owner')
list(400, 'GET', '/rest/v1/jobs?select=unknown_column', 'publishableKey', 'owner')
list(400, 'GET', '/rest/v1/jobs?id=eq.not-an-id', 'publishableKey', 'owner')
list(200, 'GET', '/rest/v1/values_for_test', 'secretKey', null)
list(401, 'GET', '/rest/v1/values_for_test', 'publishableKey', null)
list(403, 'GET', '/rest/v1/values_for_test', 'publishableKey', 'owner')
for (const value of [{ a: [1, { b: null }] }, [1, 2], 5, true, '"text"', '{"a": 1}', null])
  list(200, 'POST', ECHO, 'secretKey', null, echo(value))
list(200, 'POST', ECHO, 'publishableKey', 'owner', echo({ '\\': '"\u00e9\n' }))
list(401, 'POST', ECHO, 'publishableKey', null, echo({}))
list(400, 'POST', ECHO, 'secretKey', null, echo('no JSON'))
for (const [key, who] of [
  ['publishableKey', null],
  ['publishableKey', 'owner'],
  ['secretKey', null],
] as const)
  list(200, 'POST', '/rest/v1/rpc/read_settings_for_test', key, who, {})
list(403, 'POST', '/rest/v1/rpc/credit_settings', 'publishableKey', 'owner', { p_changes: { sign_up_credits: 5 } })
list(200, 'POST', '/rest/v1/rpc/credit_settings', 'secretKey', null, { p_changes: { sign_up_credits: 5 } })
list(204, 'POST', '/rest/v1/rpc/clear_deleted_files', 'secretKey', null, { p_paths: ['a,b', '"'], p_bucket: 'videos' })
list(200, 'GET', '/rest/v1/rpc/get_user_credits?user_id={owner}', 'publishableKey', 'owner')
list(200, 'GET', '/rest/v1/rpc/get_user_credits?user_id={owner}', 'publishableKey', 'stranger')
list(404, 'POST', '/rest/v1/rpc/unknown_function', 'secretKey', null, {})
list(200, 'GET', '/auth/v1/user', 'publishableKey', 'owner')
list(200, 'PUT', '/auth/v1/user', 'publishableKey', 'owner', { data: { full_name: 'Ada "A" \\ B' } })
list(422, 'POST', '/auth/v1/token?grant_type=password', 'publishableKey', null, { email: 'a@b.c', password: 'p' })
list(400, 'POST', '/auth/v1/token?grant_type=refresh_token', 'publishableKey', null, { refresh_token: 'unknown' })
list(400, 'GET', '/storage/v1/object/videos/{owner}/a.mp4', 'publishableKey', 'owner')
list(400, 'POST', '/storage/v1/object/images/{owner}/a.png', 'publishableKey', 'owner', {})

describe('a request gets the same answer on PostgreSQL and on PGlite', () => {
  it.each(REQUESTS)('%s %s with the %s of %s: %j', async (...asked) => {
    const [status, request] = [asked.at(-1), asked.slice(0, 5) as Asked]
    const answer = await ask(postgres, request)
    expect(answer).toEqual(await ask(pglite, request))
    expect({ ...answer, status }).toEqual(answer)
  })
})

it('refuses signed-out users to read jobs, and other users to see them', async () => {
  const read = async (who: 'owner' | 'stranger' | null) =>
    (await ask(postgres, ['GET', '/rest/v1/jobs?select=id', 'publishableKey', who])).text
  expect(JSON.parse(await read(null))).toMatchObject({ code: '42501', message: 'permission denied for table jobs' })
  expect(await Promise.all([read('owner'), read('stranger')])).toEqual(['[{"id":"ID"}]', '[]'])
})

it.each(['pglite', 'postgres'] as const)('refuses a second statement in one query on %s', async (engine) => {
  const { supabase } = { pglite, postgres }[engine]
  await expect(readRows(supabase, 'select 1; select 2')).rejects.toThrow('multiple commands')
})

it('answers many concurrent requests in their own roles', async () => {
  const roles = Array.from(
    { length: 60 },
    (_, i) => (['anon', 'authenticated', 'service_role'] as const)[i % 3] ?? 'anon',
  )
  const answers = await Promise.all(
    roles.map((role) =>
      ask(postgres, [
        'POST',
        '/rest/v1/rpc/read_settings_for_test',
        role === 'service_role' ? 'secretKey' : 'publishableKey',
        role === 'authenticated' ? 'owner' : null,
        {},
      ]),
    ),
  )
  expect(answers.map(({ text }) => JSON.parse(text)[0])).toEqual(roles)
})

it('sells the last credits once, however many requests ask at the same time', async () => {
  const buyer = await createUser(postgres.supabase, 100)
  const api = startApi(postgres.supabase, { MAX_OPEN_JOBS: '10' })
  const answers = await Promise.all(Array.from({ length: 30 }, () => api.create(buyer, randomUUID())))
  const accepted = answers.filter(({ status }) => status < 300).length
  expect([accepted, await readBooks(postgres.supabase, buyer.id)]).toEqual([
    5,
    { available: 0, held: 100, captured: 0 },
  ])
})
