import { describe, expect, it } from 'vitest'
import { GOOGLE_AVATARS } from '../../src/config/avatars.ts'
import { parseEnv } from '../../supabase/functions/api/env.ts'
import { provideSecurityHeaders } from '../../vite/security-headers.ts'

const policy = (env: Record<string, string> = {}) => {
  const value = provideSecurityHeaders(env)['Content-Security-Policy'] ?? ''
  return Object.fromEntries(
    value.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

describe('Content security policy', () => {
  it('allows only our own scripts, no plug-ins, and no frame around the site', () => {
    expect(policy()).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'worker-src': ["'self'"],
      'style-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
    })
  })

  it("allows requests to the app's project and its websocket", () => {
    const { 'connect-src': connect, 'media-src': media } = policy({
      VITE_SUPABASE_URL: 'https://ref.supabase.co',
      VITE_API_URL: 'https://ref.supabase.co/functions/v1/api',
      VITE_VIDEO_API_URL: 'https://provider.example/api',
      VITE_IP_LOOKUP_URL: 'https://ip.example/json',
    })
    expect(connect).toEqual([
      "'self'",
      'https://ref.supabase.co',
      'https://provider.example',
      'https://ip.example',
      'wss://ref.supabase.co',
      'https://videocdn.pollo.ai',
      'https://platform.twitter.com',
    ])
    expect(media).toContain('https://ref.supabase.co')
  })

  it("allows images from the host of the sign-in provider's avatars, but from no other Google host", () => {
    const provider = (env = {}) => policy(env)['img-src']?.filter((source) => source.startsWith('http'))
    expect(provider()).toEqual(['https://lh3.googleusercontent.com'])
    expect(provider({ VITE_AVATAR_URL: 'https://avatars.example/u/' })).toEqual(['https://avatars.example'])
    expect(
      parseEnv({ SUPABASE_URL: 'https://x.test', SUPABASE_SECRET_KEY: 'k', VIDEO_PROVIDER: 'none' }).AVATAR_URL,
    ).toBe(GOOGLE_AVATARS)
  })

  it("allows Google's script only if its client ID is set", () => {
    expect(JSON.stringify(policy())).not.toContain('accounts.google.com')
    expect(policy({ VITE_GOOGLE_CLIENT_ID: 'id' })['script-src']).toContain('https://accounts.google.com/gsi/client')
  })
})

it('lets only sign-in popups keep their opener', () => {
  expect(provideSecurityHeaders({})).toMatchObject({
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  })
})
