import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sweepSecretsSql } from '../../../tools/deploy/sweep-secrets.ts'
import { type Deployment, makeMissing, readDeployment } from '../../../tools/project/settings.ts'

const RIGHT = {
  SUPABASE_PROJECT_REF: 'qwertyuiopasdfghjklz',
  SUPABASE_DB_PASSWORD: 'p w',
  VITE_SITE_URL: 'https://studio.test/',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_test',
  VIDEO_API_KEY: 'a key with a # and a $HOME',
  VIDEO_API_SECRET: 'of a pair',
  MAX_OPEN_JOBS: '',
}
const read = (changes: Record<string, string> = {}) =>
  readDeployment(
    Object.entries({ ...RIGHT, ...changes })
      .map(([name, value]) => (value.includes("'") ? `${name}="${value}"\n` : `${name}='${value}'\n`))
      .join(''),
  )

describe('readDeployment', () => {
  it('separates public from secret settings, and derives settings from the project', () => {
    expect(read()).toEqual({
      ref: 'qwertyuiopasdfghjklz',
      apiUrl: 'https://qwertyuiopasdfghjklz.supabase.co/functions/v1/api',
      cliEnv: { SUPABASE_DB_PASSWORD: 'p w', PGPASSWORD: 'p w' },
      databaseUrl: null,
      functionSecrets: {
        ALLOWED_ORIGINS: 'https://studio.test',
        JWT_ISSUER: 'https://qwertyuiopasdfghjklz.supabase.co/auth/v1',
        PUBLIC_API_URL: 'https://qwertyuiopasdfghjklz.supabase.co/functions/v1/api',
        VIDEO_API_KEY: 'a key with a # and a $HOME',
        VIDEO_API_SECRET: 'of a pair',
        VIDEO_PROVIDER: 'pollo',
      },
      pageSettings: {
        VITE_SITE_URL: 'https://studio.test/',
        VITE_SUPABASE_URL: 'https://qwertyuiopasdfghjklz.supabase.co',
        VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_test',
        VITE_API_URL: 'https://qwertyuiopasdfghjklz.supabase.co/functions/v1/api',
      },
      unknown: [],
    })
  })

  it("keeps the project's issuer with a custom domain, unless the file sets another issuer", () => {
    const custom = { VITE_SUPABASE_URL: 'https://api.studio.test' }
    const issuer = (changes: Record<string, string>) => (read(changes) as Deployment).functionSecrets.JWT_ISSUER
    expect(issuer(custom)).toBe('https://qwertyuiopasdfghjklz.supabase.co/auth/v1')
    expect(issuer({ ...custom, JWT_ISSUER: 'https://api.studio.test/auth/v1' })).toBe('https://api.studio.test/auth/v1')
  })

  it('sets no unknown setting for the function, and names the unknown setting', () => {
    const { functionSecrets, unknown } = read({ VIDEO_API_KYE: 'mistyped' }) as Deployment
    expect(functionSecrets).not.toHaveProperty('VIDEO_API_KYE')
    expect(unknown).toEqual(['VIDEO_API_KYE'])
  })

  it("accepts an apostrophe in a page setting, and refuses an apostrophe in a function's secret", () => {
    expect(read({ VITE_SITE_NAME: "Ann's Studio" })).toMatchObject({ pageSettings: { VITE_SITE_NAME: "Ann's Studio" } })
    expect(read({ VIDEO_API_KEY: "a'b" })).toEqual({
      faults: [expect.stringContaining('VIDEO_API_KEY contains a single quote')],
    })
  })

  it.each([
    [{ SUPABASE_PROJECT_REF: '' }, 'Set SUPABASE_PROJECT_REF to the 20 letters'],
    [{ VITE_SITE_URL: 'http://studio.test' }, 'Set VITE_SITE_URL to the address of your site'],
    [{ VITE_SITE_URL: 'https://studio.example' }, 'Set VITE_SITE_URL to the address of your site'],
    [{ VITE_SUPABASE_ANON_KEY: 'sb_secret_x' }, "Set VITE_SUPABASE_ANON_KEY to the project's publishable key"],
    [{ VIDEO_API_KEY: '' }, 'Set VIDEO_API_KEY to the key'],
    [{ SWEEP_SECRET: 'short' }, 'Leave SWEEP_SECRET empty to generate one'],
    [{ ENABLE_TEST_CREDITS: 'true' }, 'Remove ENABLE_TEST_CREDITS'],
    [{ VITE_VIDEO_API_KEY: 'key' }, 'Remove VITE_VIDEO_API_KEY'],
    [{ SUPABASE_DB_URL: 'postgresql://postgres:pw@127.0.0.1/postgres' }, 'Move the password from SUPABASE_DB_URL'],
    [{ MAX_OPEN_JOBS: 'many' }, 'MAX_OPEN_JOBS: '],
    [{ LONG_POLL_SECONDS: '30' }, 'LONG_POLL_SECONDS: '],
  ])('refuses the settings %j with one sentence', (change, sentence) => {
    expect(read(change as Record<string, string>)).toEqual({ faults: [expect.stringContaining(sentence)] })
  })

  const comfy = (changes: Record<string, string> = {}) =>
    read({ VIDEO_PROVIDER: 'comfyui', VIDEO_API_KEY: '', VIDEO_API_URL: 'https://gpu.studio.test', ...changes })

  it('requires no key for ComfyUI', () => {
    expect((comfy() as Deployment).functionSecrets).toMatchObject({
      VIDEO_PROVIDER: 'comfyui',
      VIDEO_API_URL: 'https://gpu.studio.test',
    })
  })

  it('refuses ComfyUI without a URL, because the default URL is this machine', () => {
    expect(comfy({ VIDEO_API_URL: '' })).toEqual({
      faults: ["Set VIDEO_API_URL to the internet address of your ComfyUI. The function doesn't run on your machine."],
    })
  })

  it.each([
    ['http://localhost:8188', 'localhost'],
    ['http://GPU.localhost.:8188', 'gpu.localhost.'],
    ['http://127.0.0.1:8188', '127.0.0.1'],
    ['http://127.1', '127.0.0.1'],
    ['http://2130706433', '127.0.0.1'],
    ['http://127.8.9.10', '127.8.9.10'],
    ['http://0.0.0.0:8188', '0.0.0.0'],
    ['http://[::1]:8188', '[::1]'],
    ['http://[::]:8188', '[::]'],
    ['http://[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ['http://[fd00::9]', '[fd00::9]'],
    ['http://[fe80::9]', '[fe80::9]'],
    ['http://host.docker.internal:8188', 'host.docker.internal'],
    ['http://192.168.1.20:8188', '192.168.1.20'],
    ['http://172.31.0.1', '172.31.0.1'],
    ['http://10.0.0.4', '10.0.0.4'],
    ['http://gpu-box:8188', 'gpu-box'],
    ['http://gpu.local', 'gpu.local'],
  ])("refuses the provider's URL %s, which the function can't reach", (address, host) => {
    const sentence = `Set VIDEO_API_URL to an internet address. The function can't reach ${host} on your machine or network.`
    expect(comfy({ VIDEO_API_URL: address })).toEqual({ faults: [sentence] })
    expect(read({ VIDEO_API_URL: address })).toEqual({ faults: [sentence] })
  })

  it.each([
    'https://gpu.studio.test:8188',
    'http://203.0.113.9:8188',
    'http://172.32.0.1',
    'https://[2001:db8::9]',
    'https://localhost.studio.test',
    'https://my-internal.studio.test',
  ])("accepts the provider's URL %s", (address) => {
    expect(comfy({ VIDEO_API_URL: address })).not.toHaveProperty('faults')
  })

  it('refuses each example value of the settings file on the page', () => {
    // parseEnv of Node sorts the names.
    const [, page = ''] = /```sh\n(SUPABASE_PROJECT_REF=.*?)```/s.exec(readFileSync('docs/deploy.md', 'utf8')) ?? []
    expect(readDeployment(page)).toEqual({
      faults: [
        'Set your own values. These settings have the examples of the documents: SUPABASE_DB_PASSWORD, SUPABASE_PROJECT_REF, VIDEO_API_KEY, VITE_CONTACT_EMAIL, VITE_SITE_URL, VITE_SUPABASE_ANON_KEY.',
      ],
    })
  })

  it('names every invalid setting at once', () => {
    expect(read({ SUPABASE_PROJECT_REF: '', VIDEO_API_KEY: '' })).toEqual({
      faults: [expect.any(String), expect.any(String)],
    })
  })
})

it('generates missing secrets only', async () => {
  const { made, password } = await makeMissing('ADMIN_JWT_SECRET=mine\n')
  expect(Object.keys(made).sort()).toEqual(['ADMIN_PASSWORD_HASH', 'SWEEP_SECRET'])
  expect(made.SWEEP_SECRET).toMatch(/^[\w-]{43}$/)
  expect(password).toMatch(/^[\w-]{20}$/)
  const given = 'ADMIN_JWT_SECRET=a\nADMIN_PASSWORD_HASH=b\nSWEEP_SECRET=c\n'
  expect(await makeMissing(given)).toEqual({ made: {}, password: null })
})

it('writes a secret into SQL only as a text value', () => {
  expect(sweepSecretsSql('https://x', `'; drop table x; --`)).toContain(
    `create_secret('''; drop table x; --', 'sweep_secret')`,
  )
})
