import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import {
  createUser,
  grant,
  KEYS,
  ORIGIN,
  openTestSupabase,
  rows,
  signToken,
  type TestUser,
} from '../../support/server/database.ts'

let supabase: LocalSupabase
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  supabase = await openTestSupabase()
  owner = await createUser(supabase, 100)
  stranger = await createUser(supabase, 50)
})
afterAll(() => supabase.close())
// Supabase Lite prints what the database refuses.
afterEach(() => {
  vi.mocked(console.error).mockClear()
})

/** What a browser holds: the publishable key and, signed in, a person's token. */
function client(user?: TestUser) {
  return createClient(ORIGIN, KEYS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => supabase.fetch(new Request(input, init)),
      ...(user ? { headers: { authorization: `Bearer ${user.token}` } } : {}),
    },
  })
}

const profile = (user: TestUser, over: Record<string, unknown> = {}) => ({
  id: user.id,
  email: user.email,
  name: 'Ada',
  avatar_url: 'https://example.com/a.png',
  provider: 'google',
  credits: 0,
  created_at: '2001-01-01T00:00:00Z',
  updated_at: '2001-01-01T00:00:00Z',
  ...over,
})

describe('users', () => {
  it('the sign-in upsert with credits 0 changes no balance, first time and again', async () => {
    for (const _ of [1, 2]) {
      expect((await client(owner).from('users').upsert(profile(owner), { onConflict: 'id' })).error).toBeNull()
      expect((await client(owner).rpc('get_user_credits', { user_id: owner.id })).data).toEqual({ credits: 100 })
      const { data } = await client(owner).from('users').select('credits, email, created_at').single()
      expect(data).toMatchObject({ credits: 100, email: owner.email })
      expect(new Date(data?.created_at).getFullYear()).toBeGreaterThan(2001)
    }
  })

  it('credits, e-mail and times are the server’s, whatever is sent', async () => {
    const user = await createUser(supabase, 10)
    await client(user)
      .from('users')
      .upsert(profile(user, { credits: 999_999, email: 'boss@example.com' }), { onConflict: 'id' })
    await client(user)
      .from('users')
      .update({ credits: 999_999, email: 'boss@example.com', name: 'New' })
      .eq('id', user.id)
    const [stored] = await rows(supabase, 'select credits, email, name from public.users where id = $1', [user.id])
    expect(stored).toEqual({ credits: 10, email: user.email, name: 'New' })
  })

  it('credits mirror every movement of the ledger', async () => {
    const user = await createUser(supabase, 10)
    await client(user).from('users').upsert(profile(user), { onConflict: 'id' })
    await grant(supabase, user.id, 90)
    const { consume } = startApi(supabase)
    await consume(user, randomUUID())
    expect(await rows(supabase, 'select credits from public.users where id = $1', [user.id])).toEqual([{ credits: 80 }])
  })

  it('a record that is given another user’s id keeps its own id and e-mail, in the answer too', async () => {
    await client(owner).from('users').upsert(profile(owner), { onConflict: 'id' })
    const { data } = await client(stranger).from('users').upsert(profile(stranger), { onConflict: 'id' }).select()
    const own = { ...data?.[0], updated_at: expect.any(String) }
    const change = { id: owner.id, email: owner.email }
    expect(own).toMatchObject({ id: stranger.id, email: stranger.email })
    expect((await client(stranger).from('users').update(change).eq('id', stranger.id).select()).data).toEqual([own])
  })

  it('another person’s record is neither read nor written', async () => {
    await client(owner).from('users').upsert(profile(owner), { onConflict: 'id' })
    expect((await client(stranger).from('users').select().eq('id', owner.id)).data).toEqual([])
    expect(
      (
        await client(stranger)
          .from('users')
          .upsert(profile(owner, { name: 'Eve' }), { onConflict: 'id' })
      ).error?.code,
    ).toBe('42501')
    await client(stranger).from('users').update({ name: 'Eve' }).eq('id', owner.id)
    await client(stranger).from('users').delete().eq('id', owner.id)
    expect(await rows(supabase, 'select name from public.users where id = $1', [owner.id])).toEqual([{ name: 'Ada' }])
  })
})

describe('get_user_credits', () => {
  it('answers 0 for another person, and nothing to a visitor', async () => {
    expect((await client(stranger).rpc('get_user_credits', { user_id: owner.id })).data).toEqual({ credits: 0 })
    expect((await client().rpc('get_user_credits', { user_id: owner.id })).error).not.toBeNull()
  })
})

describe('login_logs', () => {
  it('keeps one row per 60 s, with the server’s time and long text cut', async () => {
    const user = await createUser(supabase)
    const row = {
      user_id: user.id,
      login_time: '2001-01-01T00:00:00Z',
      user_agent: 'x'.repeat(3000),
      device_type: 'desktop',
      is_mobile: false,
    }
    expect((await client(user).from('login_logs').insert(row)).error).toBeNull()
    expect((await client(user).from('login_logs').insert(row)).error).toBeNull()
    const { data } = await client(user).from('login_logs').select('user_agent, login_time')
    expect(data).toHaveLength(1)
    expect(data?.[0]?.user_agent).toHaveLength(2000)
    expect(Math.abs(Date.now() - new Date(data?.[0]?.login_time).getTime())).toBeLessThan(60_000)
  })

  it('refuses a row in another person’s name, and change or deletion by anyone', async () => {
    const user = await createUser(supabase)
    const inForeignName = () => client(stranger).from('login_logs').insert({ user_id: user.id })
    const withoutRecord = await inForeignName()
    expect(withoutRecord.error?.code).toBe('42501')
    await client(user).from('login_logs').insert({ user_id: user.id })
    expect(await inForeignName()).toEqual(withoutRecord)
    expect(
      (await client(user).from('login_logs').update({ ip_address: '1.1.1.1' }).eq('user_id', user.id)).error?.code,
    ).toBe('42501')
    expect((await client(user).from('login_logs').delete().eq('user_id', user.id)).error?.code).toBe('42501')
    expect((await client(stranger).from('login_logs').select().eq('user_id', user.id)).data).toEqual([])
  })
})

describe('generations', () => {
  it('are read by their owner alone and written by no browser', async () => {
    const { create } = startApi(supabase)
    const job = randomUUID()
    await create(owner, job)
    expect((await client(owner).from('generations').select('id').eq('id', job)).data).toEqual([{ id: job }])
    expect((await client(stranger).from('generations').select('id').eq('id', job)).data).toEqual([])
    expect((await client(owner).from('generations').update({ status: 'failed' }).eq('id', job)).error?.code).toBe(
      '42501',
    )
    expect((await client(owner).from('generations').delete().eq('id', job)).error?.code).toBe('42501')
    expect((await client().from('generations').select('id')).data ?? []).toEqual([])
  })
})

describe('what the browser has no business with', () => {
  const SERVER_FUNCTIONS = [
    'hold_credits',
    'credit_balances',
    'validate_credits',
    'add_test_credits',
    'start_job',
    'record_vendor_task',
    'mark_job_unknown',
    'get_job',
    'claim_delivery',
    'renew_delivery',
    'end_delivery',
    'take_rate',
    'take_admin_try',
    'clear_admin_tries',
    'list_login_logs',
    'forget_rates',
    'settle_job',
    'release_unused_holds',
    'claim_job',
    'expire_jobs',
    'list_due_jobs',
    'note_sweep',
    'park_jobs',
    'sweep_health',
    'touch_job',
    'credit_settings',
    'find_credit_users',
    'grant_admin_credits',
    'delete_job',
    'take_files_to_delete',
    'forget_deleted_files',
    'note_missing_file',
    'note_queued',
    'list_jobs',
    'list_credit_entries',
    'request_cancel',
    'end_cancel',
  ]

  it('every function of public is either the browser’s one or the server’s alone', async () => {
    const found = await rows<{ name: string; browser: boolean }>(
      supabase,
      `select proname as name, has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute') as browser
       from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
    )
    expect(found.filter((fn) => fn.browser).map((fn) => fn.name)).toEqual(['get_user_credits'])
    expect(
      found
        .filter((fn) => !fn.browser)
        .map((fn) => fn.name)
        .sort(),
    ).toEqual([...SERVER_FUNCTIONS].sort())
  })

  it('the private schema is not reachable through the Data API', async () => {
    const { error } = await client(owner).schema('private').from('credit_accounts').select()
    expect(error).not.toBeNull()
  })

  it('every table has row level security, and the browser roles hold these grants and no others', async () => {
    const tables = await rows<{ name: string; rls: boolean }>(
      supabase,
      `select relnamespace::regnamespace || '.' || relname as name, relrowsecurity as rls from pg_class
       where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
    )
    expect(tables.filter((table) => !table.rls)).toEqual([])
    const grants = await rows(
      supabase,
      `select table_schema || '.' || table_name || ': ' || grantee || ' ' || string_agg(privilege_type, ',' order by privilege_type) as held
       from information_schema.role_table_grants
       where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated') group by table_schema, table_name, grantee order by 1`,
    )
    expect(grants.map((row) => row.held)).toEqual([
      'private.credit_accounts: authenticated SELECT',
      'public.generations: authenticated SELECT',
      'public.login_logs: authenticated INSERT,SELECT',
      'public.users: authenticated INSERT,SELECT,UPDATE',
    ])
  })

  it('entries are append-only even for the database’s owner', async () => {
    for (const change of [
      'update private.credit_entries set amount = 1',
      'delete from private.credit_entries',
      'truncate private.credit_entries',
    ]) {
      await expect(rows(supabase, change)).rejects.toThrow('append-only')
    }
  })

  it('a job ends in one outcome at most', async () => {
    const { create } = startApi(supabase)
    const job = randomUUID()
    await create(owner, job)
    const settle = (outcome: string) =>
      rows<{ state: string }>(supabase, 'select private.settle_hold($1, $2) as state', [job, outcome])
    expect(await settle('release')).toEqual([{ state: 'released' }])
    expect(await settle('capture')).toEqual([{ state: 'released' }])
    expect(
      await rows(supabase, `select kind from private.credit_entries where job_id = $1 order by id`, [job]),
    ).toEqual([{ kind: 'hold' }, { kind: 'release' }])
  })
})

it('a token of nobody reads nothing', async () => {
  const nobody = { ...stranger, token: await signToken({ sub: randomUUID() }) }
  for (const table of ['users', 'login_logs', 'generations']) {
    expect((await client(nobody).from(table).select()).data).toEqual([])
  }
})
