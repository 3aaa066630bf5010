import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/config/parse-env'
import { createIpLookup, IP_LOOKUP_TIMEOUT_MS } from '@/lib/http/ip-lookup'
import { createServices, type Services } from '@/lib/services'
import { network } from '../../support/app/network'

const ORIGIN = 'https://here.test'

describe('parseEnv', () => {
  it('parses settings if only the public key is set', () => {
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

  it("defaults the video address to the API's, without trailing slashes", () => {
    const env = parseEnv({ VITE_SUPABASE_ANON_KEY: 'key', VITE_API_URL: 'https://api.test/functions/v1/api/' }, ORIGIN)
    expect(env.apiUrl).toBe('https://api.test/functions/v1/api')
    expect(env.videoApiUrl).toBe('https://api.test/functions/v1/api')
  })

  it('lists every invalid setting at once', () => {
    const parse = () =>
      parseEnv({ VITE_API_URL: 'not an address', VITE_SITE_URL: 'ftp://x', VITE_CONTACT_EMAIL: 'nobody' }, ORIGIN)
    expect(parse).toThrow(/VITE_SUPABASE_ANON_KEY is required/)
    expect(parse).toThrow(/VITE_API_URL must be an http or https address/)
    expect(parse).toThrow(/VITE_SITE_URL must be an http or https address/)
    expect(parse).toThrow(/VITE_CONTACT_EMAIL must be an email address/)
  })
})

describe('createServices', () => {
  const HERE = window.location.origin
  let seen: Request | undefined

  beforeEach(() => {
    seen = undefined
    const answer = ({ request }: { request: Request }) => {
      seen = request
      return HttpResponse.json({ success: true })
    }
    network.use(http.get(`${HERE}/health`, answer), http.get(`${HERE}/generation/x/status`, answer))
  })

  let made = 0
  function services(settings: Record<string, string> = {}) {
    // Each client needs its own backend. Clients of one backend on one page share a storage key, and supabase-js warns about
    // that.
    made += 1
    const backend = { VITE_SUPABASE_URL: `https://backend-${made}.test`, VITE_SUPABASE_ANON_KEY: 'public-key' }
    return createServices(parseEnv({ ...backend, ...settings }, HERE))
  }

  it("sends a local user's stored token if there is no session", async () => {
    window.localStorage.setItem('token', 'stored.token.here')
    await services().api.request({ method: 'GET', path: '/health' })
    expect(seen?.headers.get('authorization')).toBe('Bearer stored.token.here')
  })

  it("keeps a user's token out of an administrator's requests", async () => {
    window.localStorage.setItem('token', 'stored.token.here')
    const { admin } = services()
    await admin.request({ method: 'GET', path: '/health' })
    expect(seen?.headers.has('authorization')).toBe(false)
    await admin.request({ method: 'GET', path: '/health', headers: { Authorization: 'Bearer admin.token' } })
    expect(seen?.headers.get('authorization')).toBe('Bearer admin.token')
  })

  it.each<[string, (made: Services) => Promise<unknown>]>([
    [
      'POST /api/credits/consume',
      ({ creditsApi }) => creditsApi.consume({ jobId: 'a', amount: 1, source: 'veo-3', description: 'A heron' }),
    ],
    ['GET /api/credits/test/balance?user_id=ada', ({ creditsApi }) => creditsApi.balance('ada')],
    ['POST /api/credits/test/validate', ({ creditsApi }) => creditsApi.validate('ada')],
    [
      'POST /api/credits/test/add',
      ({ creditsApi }) =>
        creditsApi.addTestCredits({ userId: 'ada', amount: 1, planId: 'lite', idempotencyKey: 'one' }),
    ],
    ['GET /api/credits/statement?cursor=c', ({ creditsApi }) => creditsApi.statement('c')],
    ['GET /api/jobs?limit=2', ({ jobsApi }) => jobsApi.list({ limit: 2 })],
    ['GET /api/jobs/a', ({ jobsApi }) => jobsApi.get('a')],
    ['POST /api/jobs/a/label', ({ jobsApi }) => jobsApi.label('a', { title: 'Heron' })],
    ['DELETE /api/jobs/a', ({ jobsApi }) => jobsApi.remove('a')],
    ['POST /api/jobs/a/cancel', ({ jobsApi }) => jobsApi.cancel('a')],
  ])('loads the code for credits or jobs on the first call, and sends the request: %s', async (expected, call) => {
    network.use(
      http.all(`${HERE}/api/*`, ({ request }) => {
        seen = request
        return HttpResponse.json({}, { status: 404 })
      }),
    )
    await expect(call(services())).rejects.toMatchObject({ status: 404 })
    expect(`${seen?.method} ${seen?.url.replace(HERE, '')}`).toBe(expected)
  })

  it('sends the session to the gateway as to the API', async () => {
    window.localStorage.setItem('token', 'stored.token.here')
    const { video, videoMode } = services()
    expect(videoMode).toBe('gateway')
    await video.request({ method: 'GET', path: '/generation/x/status' })
    expect(seen?.headers.get('authorization')).toBe('Bearer stored.token.here')
    expect(seen?.headers.has('x-api-key')).toBe(false)
  })

  describe('createServices in direct mode', () => {
    it('sends the provider its key, but no personal data or cookies', async () => {
      window.localStorage.setItem('token', 'stored.token.here')
      const VITE_VIDEO_API_URL = 'https://provider.test/api/platform/'
      const { video, videoMode } = services({ VITE_VIDEO_API_KEY: 'provider-key', VITE_VIDEO_API_URL })
      expect(videoMode).toBe('direct')
      // Browsers refuse '*' for a request with cookies. The response arrives, so the request has none.
      const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type,x-api-key' }
      network.use(
        http.options('https://provider.test/*', () => new HttpResponse(null, { status: 204, headers: cors })),
        http.post('https://provider.test/api/platform/generation/google/veo3', ({ request }) => {
          seen = request
          return HttpResponse.json({ code: 'SUCCESS' }, { headers: cors })
        }),
      )
      const create = { method: 'POST', path: '/generation/google/veo3', body: {} } as const
      expect(await video.request(create)).toEqual({ code: 'SUCCESS' })
      expect(seen?.headers.get('x-api-key')).toBe('provider-key')
      expect([...(seen?.headers.keys() ?? [])].join(' ')).not.toMatch(/authorization|cookie/)
    })

    it('sends the provider a create request once, because a repeat pays for a second video', async () => {
      const answer = vi.fn(() => HttpResponse.error())
      network.use(http.post(`${HERE}/generation/google/veo3`, answer))
      const { video } = services({ VITE_VIDEO_API_KEY: 'provider-key' })
      await expect(video.request({ method: 'POST', path: '/generation/google/veo3', body: {} })).rejects.toMatchObject({
        name: 'NetworkError',
      })
      expect(answer).toHaveBeenCalledTimes(1)
    })
  })
})

describe("Browser's IP address", () => {
  const URL = 'https://ip.test/'
  const lookup = createIpLookup(URL)

  it("returns the browser's IP address", async () => {
    network.use(http.get(URL, () => HttpResponse.json({ ip: '203.0.113.7' })))
    expect(await lookup()).toBe('203.0.113.7')
  })

  it.each([
    ['no response', () => HttpResponse.error()],
    ['an HTML page', () => HttpResponse.html('<h1>hello</h1>')],
    ['a response of another shape', () => HttpResponse.json({ address: '203.0.113.7' })],
    ['an empty address', () => HttpResponse.json({ ip: '' })],
  ])("returns 'unknown' as the IP address after %s", async (_, answer) => {
    network.use(http.get(URL, answer))
    expect(await lookup()).toBe('unknown')
  })

  it("returns 'unknown' as the IP address after 3 s", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    network.use(
      http.get(URL, async () => {
        await delay('infinite')
        return HttpResponse.json({ ip: '203.0.113.7' })
      }),
    )
    const answered = vi.fn()
    void lookup().then(answered)
    await vi.advanceTimersByTimeAsync(IP_LOOKUP_TIMEOUT_MS - 1)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(answered).toHaveBeenCalledWith('unknown'))
  })
})
