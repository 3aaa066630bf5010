import { describe, expect, it } from 'vitest'
import { parseEnv } from '@/config/env'

const ORIGIN = 'https://here.test'

describe('parseEnv', () => {
  it('needs nothing but the public key', () => {
    expect(parseEnv({ VITE_SUPABASE_ANON_KEY: 'key' }, ORIGIN)).toEqual({
      supabaseUrl: ORIGIN,
      supabaseAnonKey: 'key',
      apiUrl: ORIGIN,
      videoApiUrl: ORIGIN,
      videoApiKey: null,
      googleClientId: null,
      cspNonce: null,
      ipLookupUrl: 'https://api.ipify.org?format=json',
      avatarUrl: 'https://lh3.googleusercontent.com/',
      siteName: 'Soundreel',
      siteUrl: ORIGIN,
      contactEmail: 'hello@soundreel.example',
      generatorNote: null,
    })
  })

  it('takes the video address from the API where it has none of its own, without slashes at the end', () => {
    const env = parseEnv({ VITE_SUPABASE_ANON_KEY: 'key', VITE_API_URL: 'https://api.test/functions/v1/api/' }, ORIGIN)
    expect(env.apiUrl).toBe('https://api.test/functions/v1/api')
    expect(env.videoApiUrl).toBe('https://api.test/functions/v1/api')
  })

  it('takes an empty setting as not set', () => {
    const env = parseEnv({ VITE_SUPABASE_ANON_KEY: 'key', VITE_VIDEO_API_KEY: '', VITE_API_URL: '' }, ORIGIN)
    expect(env.videoApiKey).toBeNull()
    expect(env.apiUrl).toBe(ORIGIN)
  })

  it('lists every fault at once', () => {
    const parse = () =>
      parseEnv({ VITE_API_URL: 'not an address', VITE_SITE_URL: 'ftp://x', VITE_CONTACT_EMAIL: 'nobody' }, ORIGIN)
    expect(parse).toThrow(/VITE_SUPABASE_ANON_KEY is required/)
    expect(parse).toThrow(/VITE_API_URL must be an http or https address/)
    expect(parse).toThrow(/VITE_SITE_URL must be an http or https address/)
    expect(parse).toThrow(/VITE_CONTACT_EMAIL must be an e-mail address/)
  })
})
