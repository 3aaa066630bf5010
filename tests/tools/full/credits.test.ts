import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { createUser, KEYS, openTestSupabase, readRows } from '../../harness/database.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

let supabase: LocalSupabase
let server: ReturnType<typeof serve>
let folder: string
let url: string
beforeAll(async () => {
  supabase = await openTestSupabase()
  folder = await makeFolder()
  const port = await findFreePort()
  url = `http://localhost:${port}`
  server = serve({ fetch: supabase.fetch, port, hostname: 'localhost' })
})
afterAll(async () => {
  server.close()
  await supabase.close()
})

/** Runs the script in a new folder, without a terminal for confirmation. */
async function run(
  script: string,
  options: string[],
  env: Record<string, string> = { SUPABASE_URL: url, SUPABASE_SECRET_KEY: KEYS.secretKey },
) {
  const args = [resolve('tools/run.mjs'), script, ...options]
  const { status: code, output: said } = await runProgram(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  })
  return { code, said }
}

async function signedInUser() {
  const user = await createUser(supabase, 100)
  await readRows(supabase, `insert into public.users (id, email, name) values ($1, '', 'Ada')`, [user.id])
  const balance = async () => {
    const [row] = await readRows<{ credits: number }>(supabase, 'select credits from public.users where id = $1', [
      user.id,
    ])
    return row?.credits
  }
  return { ...user, balance }
}

describe('npm run credits:grant', () => {
  it('names the user, grants credits once per key, and stores the grantor', async () => {
    const { id, email, balance } = await signedInUser()
    const grant = ['--user', email, '--amount', '600', '--reason', 'Prize', '--key', id, '--by', 'grace', '--yes']
    const first = await run('credits-grant', grant)
    expect(first).toMatchObject({ code: 0 })
    expect(first.said).toContain(`grant 600 credits to Ada <${email}> (${id}). Current balance: 100 credits.`)
    expect(first.said).toContain(`Granted 600 credits to ${email}. New balance: 700 credits.`)
    expect((await run('credits-grant', grant)).said).toContain('Already granted with this key. No credits were added.')
    expect(await balance()).toBe(700)
    expect(
      await readRows(
        supabase,
        `select source, description from private.credit_entries where type = 'admin_grant' and user_id = $1`,
        [id],
      ),
    ).toEqual([{ source: 'grace', description: 'Prize' }])
  })

  it('grants no credits without a confirmation', async () => {
    const { email, balance } = await signedInUser()
    const { code, said } = await run('credits-grant', ['--user', email, '--amount', '5', '--reason', 'x'])
    expect([code, said]).toEqual([1, expect.stringContaining('Pass --yes')])
    expect(await balance()).toBe(100)
  })

  const FULL = ['--user', 'nobody@example.com', '--amount', '5', '--reason', 'x']
  it.each([
    ['a user who never signed in', FULL, 'has signed in. No credits were granted.'],
    ['a missing user', ['--amount', '5', '--reason', 'x'], 'Missing --user'],
    ['a wrong amount', ['--user', 'a', '--amount', '1.5', '--reason', 'x'], 'whole number from 1 to 1000000'],
    ['a missing reason', ['--user', 'a', '--amount', '5'], 'Missing or too long --reason'],
    ['an unknown option', ['--usr', 'a'], 'npm run credits:grant --'],
  ])('explains the error for %s', async (_, options, sentence) => {
    const { code, said } = await run('credits-grant', [...options, '--yes'])
    expect([code, said]).toEqual([1, expect.stringContaining(sentence)])
  })

  it.each<[string, Record<string, string>, string]>([
    ['one missing setting', { SUPABASE_SECRET_KEY: 'k' }, 'Set both SUPABASE_URL'],
    ['a missing project', { LOCAL_DATA_DIR: 'nowhere' }, 'or set SUPABASE_URL and SUPABASE_SECRET_KEY.'],
    [
      'a server that does not respond',
      { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_SECRET_KEY: 'k' },
      "doesn't respond",
    ],
  ])('explains how to fix %s', async (_, env, sentence) => {
    const { code, said } = await run('credits-grant', [...FULL, '--yes'], env)
    expect([code, said]).toEqual([1, expect.stringContaining(sentence)])
  })

  it('reports that a public key is not enough to grant credits', async () => {
    const env = { SUPABASE_URL: url, SUPABASE_SECRET_KEY: KEYS.publishableKey }
    const { code, said } = await run('credits-grant', [...FULL, '--yes'], env)
    expect([code, said]).toEqual([1, expect.stringContaining('must be the secret key')])
    // The embedded database logs the refused call.
    vi.mocked(console.error).mockClear()
  })

  it('grants credits on the local server, found by its data folder', async () => {
    await writeFile(join(folder, 'keys.json'), JSON.stringify(KEYS))
    const { said } = await run('credits-grant', FULL, { LOCAL_DATA_DIR: folder, PORT: new URL(url).port })
    expect(said).toContain('has signed in')
  })
})

describe('npm run credits:settings', () => {
  it('changes the given credit settings and prints all of them', async () => {
    const changed = await run('credits-settings', ['--sign-up', '60', '--daily-budget', '20000', '--new-jobs', 'off'])
    expect(changed.code).toBe(0)
    expect(changed.said).toMatch(/new account +60\n.*per user per day +no limit\n.*all users +20000\n.*new jobs +off/)
    const [row] = await readRows(
      supabase,
      'select sign_up_credits, daily_credits_budget, new_jobs from private.credit_settings',
    )
    expect(row).toEqual({ sign_up_credits: 60, daily_credits_budget: 20000, new_jobs: false })
    const back = await run('credits-settings', ['--sign-up', 'off', '--daily-budget', 'off', '--new-jobs', 'on'])
    expect(back.said).toMatch(/new account +0\n(.*\n)*.*all users +no limit\n.*new jobs +on/)
  })

  it.each([
    [['--new-jobs', '5'], '--new-jobs must be on or off (got "5").'],
    [['--daily-budget', '0'], '--daily-budget must be a whole number from 1 to 999999999, or off (got "0").'],
    [['--sign-up', 'many'], '--sign-up must be a whole number from 0 to 100000, or off (got "many").'],
    [['--sign-up', '900000'], '--sign-up must be a whole number from 0 to 100000, or off (got "900000").'],
  ])('refuses the options %j and names the accepted values', async (options, sentence) => {
    const { code, said } = await run('credits-settings', options)
    expect([code, said.split('\n')[0]]).toEqual([1, sentence])
  })
})
