import { describe, expect, it } from 'vitest'
import { isTrusted } from '../../../local/one-server/client-address.ts'
import { readOneServer } from '../../../local/one-server/settings.ts'
import { StartError } from '../../../local/start-error.ts'
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'

const READY = {
  PUBLIC_URL: 'https://video.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  ADMIN_PASSWORD_HASH: await hashPassword('a password of this team'),
  ALLOWED_DOMAINS: 'example.com',
  VIDEO_PROVIDER: 'fal',
  VIDEO_API_KEY: 'key',
}

const readFault = (env: Record<string, string>) => {
  try {
    readOneServer(env)
    return null
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

describe('settings of a server for a team', () => {
  it('is off without PUBLIC_URL, whatever else is set', () => {
    const { PUBLIC_URL: _, ...others } = READY
    expect(readOneServer(others)).toBeNull()
  })

  it('names all missing settings in one message', () => {
    expect(readFault({ PUBLIC_URL: READY.PUBLIC_URL })).toBe(
      'With PUBLIC_URL, Soundreel also needs:\n- GOOGLE_CLIENT_ID\n- GOOGLE_CLIENT_SECRET\n- ADMIN_PASSWORD_HASH\n- ALLOWED_EMAILS or ALLOWED_DOMAINS\n- VIDEO_PROVIDER, the name of a real video provider, such as fal\ndocs/one-server.md says where to get each of them.',
    )
  })

  it.each([
    ['no provider', { VIDEO_PROVIDER: 'none' }, 'VIDEO_PROVIDER, the name of a real video provider'],
    ['an unknown provider', { VIDEO_PROVIDER: 'sora' }, 'VIDEO_PROVIDER, the name of a real video provider'],
    ['a provider without its key', { VIDEO_API_KEY: '' }, 'VIDEO_API_KEY, the key for fal'],
  ])('refuses %s', (_, env, sentence) => {
    expect(readFault({ ...READY, ...env })).toContain(sentence)
  })

  it.each([
    ['secret', 'ADMIN_PASSWORD_HASH is invalid or too weak. Generate one with npm run admin:password.'],
    [
      'pbkdf2-sha512:210000:bBhc4J8VjVNmhW2bD710gA:YIVAlR8QS0Ty-OyHmzbUn2ARZqNDtm5i_RTRrIYKNQw',
      'ADMIN_PASSWORD_HASH uses the published default password. Choose another with npm run admin:password.',
    ],
  ])('refuses a password hash that opens the records to nobody or to everybody: %s', (hash, sentence) => {
    expect(readFault({ ...READY, ADMIN_PASSWORD_HASH: hash })).toBe(sentence)
  })

  it("accepts a provider on this machine, and a provider's own key", () => {
    expect(readFault({ ...READY, VIDEO_PROVIDER: 'comfyui', VIDEO_API_KEY: '' })).toBeNull()
    expect(readFault({ ...READY, VIDEO_API_KEY: '', FAL_API_KEY: 'key' })).toBeNull()
  })

  it.each([
    ['ENABLE_TEST_CREDITS', 'true'],
    ['ADMIN_DEFAULT_PASSWORD', 'true'],
    ['LOCAL_MODELS', 'all'],
  ])('refuses %s, which opens a part that only a server for one person has', (name, value) => {
    expect(readFault({ ...READY, [name]: value })).toContain(`Remove ${name}`)
  })

  it.each([
    ['https://video.example.com', 'https://video.example.com'],
    ['https://video.example.com/', 'https://video.example.com'],
    ['https://Video.Example.com:8443/', 'https://video.example.com:8443'],
    ['https://video.example.com:443', 'https://video.example.com'],
  ])('reads the address %s', (given, origin) => {
    expect(readOneServer({ ...READY, PUBLIC_URL: given })?.origin).toBe(origin)
  })

  it.each([
    'http://video.example.com',
    'https://example.com/video',
    'https://example.com/?a=b',
    'video.example.com',
    'https://a:b@example.com',
  ])('refuses the address %s', (given) => {
    expect(readFault({ ...READY, PUBLIC_URL: given })).toBe(
      `PUBLIC_URL must be an https address without a path, like https://video.example.com (got "${given}").`,
    )
  })

  it('trusts the listed addresses and networks, and no others', () => {
    const proxies = readOneServer({ ...READY, TRUST_PROXY: '127.0.0.1, 10.1.0.0/16 ::1, fd00::/8' })?.proxies
    const trusts = (address: string) => proxies && isTrusted(address, proxies)
    expect(['127.0.0.1', '10.1.255.1', '::1', 'fd12::1', '::ffff:127.0.0.1'].map(trusts)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
    expect(['127.0.0.2', '10.2.0.1', '::2', 'fe80::1', ''].map(trusts)).toEqual([false, false, false, false, false])
  })

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.0/8/8', 'true'])(
    'refuses %s as a proxy',
    (entry) => {
      expect(readFault({ ...READY, TRUST_PROXY: `127.0.0.1,${entry}` })).toContain(`(got "${entry}")`)
    },
  )

  it.each([
    ['TEAM_CREDITS', '-1'],
    ['TEAM_CREDITS', '1.5'],
    ['TEAM_CREDITS', '100001'],
    ['LISTEN_ADDRESS', 'localhost'],
    ['DATABASE_URL', 'mysql://soundreel:secret@127.0.0.1/soundreel'],
    ['DATABASE_URL', '127.0.0.1:5432/soundreel'],
    ['DATABASE_URL', 'postgres://soundreel:secret@127.0.0.1'],
    ['DATABASE_URL', 'postgres://127.0.0.1/soundreel'],
  ])('refuses %s=%s', (name, value) => {
    const fault = readFault({ ...READY, [name]: value })
    expect(fault).toContain(`${name} must be`)
    expect(fault).not.toContain('secret')
  })
})
