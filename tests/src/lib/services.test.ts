import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/config/env'
import { createServices } from '@/lib/services'
import { network } from '../../support/app/network'

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
  // Clients of one backend on one page share a storage key, and supabase-js warns of it.
  made += 1
  const backend = { VITE_SUPABASE_URL: `https://backend-${made}.test`, VITE_SUPABASE_ANON_KEY: 'public-key' }
  return createServices(parseEnv({ ...backend, ...settings }, HERE))
}

it('sends the stored token of a local user where there is no session', async () => {
  window.localStorage.setItem('token', 'stored.token.here')
  await services().api.request({ method: 'GET', path: '/health' })
  expect(seen?.headers.get('authorization')).toBe('Bearer stored.token.here')
})

it("never sends a person's token with an administrator's calls", async () => {
  window.localStorage.setItem('token', 'stored.token.here')
  const { admin } = services()
  await admin.request({ method: 'GET', path: '/health' })
  expect(seen?.headers.has('authorization')).toBe(false)
  await admin.request({ method: 'GET', path: '/health', headers: { Authorization: 'Bearer admin.token' } })
  expect(seen?.headers.get('authorization')).toBe('Bearer admin.token')
})

it('asks the gateway with the session as it asks the API', async () => {
  window.localStorage.setItem('token', 'stored.token.here')
  const { video, videoMode } = services()
  expect(videoMode).toBe('gateway')
  await video.request({ method: 'GET', path: '/generation/x/status' })
  expect(seen?.headers.get('authorization')).toBe('Bearer stored.token.here')
  expect(seen?.headers.has('x-api-key')).toBe(false)
})

describe('direct mode', () => {
  it("sends the vendor its key, and nothing of the person's", async () => {
    window.localStorage.setItem('token', 'stored.token.here')
    const { video, videoMode } = services({ VITE_VIDEO_API_KEY: 'vendor-key' })
    expect(videoMode).toBe('direct')
    await video.request({ method: 'GET', path: '/generation/x/status' })
    expect(seen?.headers.get('x-api-key')).toBe('vendor-key')
    expect(seen?.headers.has('authorization')).toBe(false)
  })

  it('asks the vendor once, for a create repeated is a video paid twice', async () => {
    const answer = vi.fn(() => HttpResponse.error())
    network.use(http.post(`${HERE}/generation/google/veo3`, answer))
    const { video } = services({ VITE_VIDEO_API_KEY: 'vendor-key' })
    await expect(video.request({ method: 'POST', path: '/generation/google/veo3', body: {} })).rejects.toMatchObject({
      name: 'NetworkError',
    })
    expect(answer).toHaveBeenCalledTimes(1)
  })
})
