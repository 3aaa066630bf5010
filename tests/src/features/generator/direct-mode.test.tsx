import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/config/env'
import { createServices } from '@/lib/services'
import { statusAnswer } from '../../../support/app/fake-video'
import { network } from '../../../support/app/network'
import { useSlowTime } from '../../../support/app/slow-time'
import { advance, INTERVAL_MS, PROMPT, press, renderGenerator } from './page'

beforeEach(() => {
  useSlowTime()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('in direct mode', () => {
  it('calls the vendor with its key and nothing of ours', async () => {
    const calls: { headers: Record<string, string>; body: unknown }[] = []
    // '*' is refused where cookies are sent along: that the answers arrive shows that none are.
    const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type,x-api-key' }
    network.use(
      http.options('https://vendor.test/*', () => new HttpResponse(null, { status: 204, headers: cors })),
      http.all('https://vendor.test/*', async ({ request }) => {
        const isCreate = request.method === 'POST'
        const generations = [{ id: '1', status: 'succeed', url: 'https://cdn.test/v.mp4' }]
        calls.push({
          headers: Object.fromEntries(request.headers),
          body: isCreate ? await request.json() : null,
        })
        return HttpResponse.json(
          {
            code: 'SUCCESS',
            message: 'success',
            data: isCreate ? { taskId: 'vendor-1', status: 'waiting' } : { taskId: 'vendor-1', generations },
          },
          { headers: cors },
        )
      }),
    )
    const env = parseEnv(
      {
        VITE_SUPABASE_ANON_KEY: 'public-key',
        VITE_VIDEO_API_URL: 'https://vendor.test/api/platform/',
        VITE_VIDEO_API_KEY: 'vendor-key',
      },
      'https://site.test',
    )
    const { video, videoMode } = createServices(env)
    const page = await renderGenerator({ services: { video, videoMode } })
    page.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
    await press(page)
    expect(await page.stage().findByText(/Your video is ready!/)).toBeInTheDocument()

    expect(page.consume).toHaveBeenCalledTimes(1)
    expect(calls).toHaveLength(2)
    for (const { headers } of calls) {
      expect(headers).toMatchObject({ 'x-api-key': 'vendor-key' })
      const names = Object.keys(headers).join(' ')
      expect(names).not.toMatch(/authorization|cookie|idempotency|quoted/i)
    }
    expect(calls[0]?.body).toMatchObject({ input: { prompt: PROMPT, length: 8, aspectRatio: '16:9' } })
  })

  it('does not speak of credits held: they are paid', async () => {
    const page = await renderGenerator({ services: { videoMode: 'direct' } })
    page.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
    await press(page)
    await vi.waitFor(() => expect(page.video.status).toHaveBeenCalled())
    expect(page.stage().getByText('Generating your video...')).toBeInTheDocument()
    expect(page.stage().queryByText(/credits held/)).not.toBeInTheDocument()
  })

  it('offers no way to stop, and says that nothing is kept', async () => {
    const page = await renderGenerator({ services: { videoMode: 'direct' } })
    page.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
    await press(page)
    await vi.waitFor(() => expect(page.video.status).toHaveBeenCalled())
    expect(page.stage().queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(page.stage().getByText('This page does not keep it: download it if you want it later.')).toBeInTheDocument()
  })

  it('leaves out what the model does not list', async () => {
    const page = await renderGenerator({ services: { videoMode: 'direct' } })
    await page.user.selectOptions(page.form.getByLabelText('Model'), 'veo-2')
    await press(page)
    await vi.waitFor(() => expect(page.video.create).toHaveBeenCalled())
    expect(page.video.requests[0]?.body).not.toHaveProperty('input.generateAudio')
  })
})
