import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { saveJobs } from '@/state/jobs/stored-job'
import { fakeVideo, JOB_ID, statusResponse } from '../../support/app/fake-video'
import { testStoredJob } from '../../support/app/jobs'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'
import { useSlowTime } from '../../support/app/slow-time'

const loaded = vi.hoisted(() => ({ keeper: false }))
vi.mock('@/features/generator/active-job-poller', async (original) => {
  loaded.keeper = true
  return original()
})

const shown = vi.fn()
class FakeNotification {
  static permission = 'granted'
  close() {}
  constructor(title: string) {
    shown(title)
  }
}

const ada = testSession()
const RUNNING = /^▶ \d+:\d\d \(est\. 5-8 min\) · /

function storeJob({ userId = ada.user.id, startedAt = Date.now() } = {}) {
  saveJobs(testStoredJob({ jobId: JOB_ID, userId, fields: { ...EMPTY_FIELDS, prompt: 'a fox' }, startedAt }))
}

function advance(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

async function renderPricing({ session = ada as typeof ada | null } = {}) {
  const video = fakeVideo()
  const app = renderApp({ route: '/pricing', session, credits: 2170, services: { video } })
  await screen.findByRole('heading', { name: /Plans & Pricing/ })
  await advance(0)
  return { ...app, video }
}

describe('Unfinished job on a page without the generator', () => {
  beforeEach(() => {
    useSlowTime()
    vi.stubGlobal('Notification', FakeNotification)
  })

  // Must be the first test, because the job code loads once for all tests of a file.
  it("loads no job code for a missing job, an old job, or another user's job", async () => {
    const without = await renderPricing()
    without.unmount()
    storeJob({ startedAt: Date.now() - 25 * 60 * 60 * 1000 })
    const old = await renderPricing()
    old.unmount()
    storeJob({ userId: 'grace' })
    const others = await renderPricing()
    others.unmount()
    localStorage.clear()
    storeJob()
    const nobody = await renderPricing({ session: null })
    await advance(10_000)
    expect(loaded.keeper).toBe(false)
    for (const { video, jobsApi } of [without, old, others, nobody]) {
      expect(video.requests).toEqual([])
      expect(jobsApi.list).not.toHaveBeenCalled()
    }
  })

  it('shows an unfinished job in the title after a reload, and notifies the user when the video is ready', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    storeJob()
    const { video } = await renderPricing()
    await vi.waitFor(() => expect(document.title).toMatch(RUNNING))
    expect(document.title).toContain('Pricing')
    video.status.mockResolvedValue(statusResponse('succeed', { url: '/v.mp4' }))
    await advance(5000)
    await vi.waitFor(() => expect(document.title).toMatch(/^🎉 Your video is ready! · /))
    expect(shown).toHaveBeenCalledExactlyOnceWith('🎉 Your video is ready!')
    const message = await screen.findByRole('status', { name: 'Done' })
    expect(message).toHaveTextContent('🎉 Your video is ready!a fox')
    const link = within(message).getByRole('link', { name: 'Show video' })
    expect(link).toHaveAttribute('href', `/videos/${JOB_ID}`)
    expect(localStorage.getItem('jobs')).toBe('[]')
  })

  it('keeps polling an unfinished job once per interval when the user visits the generator and leaves again', async () => {
    storeJob()
    const { video, router, jobsApi } = await renderPricing()
    await vi.waitFor(() => expect(document.title).toMatch(RUNNING))
    await act(() => router.navigate('/create-video'))
    await screen.findByText('Generating your video...')
    await act(() => router.navigate('/video-effects'))
    await advance(5000)
    expect(document.title).toMatch(RUNNING)
    const polls = video.requests.length
    await advance(5000)
    expect(video.requests).toHaveLength(polls + 1)
    expect(jobsApi.list).not.toHaveBeenCalledWith({ open: true })
  })

  it('stops polling an unfinished job when the user signs out on another page', async () => {
    storeJob()
    const { video, supabase } = await renderPricing()
    await vi.waitFor(() => expect(document.title).toMatch(RUNNING))
    act(() => supabase.emit('SIGNED_OUT', null))
    await advance(0)
    expect(document.title).not.toContain('▶')
    const polls = video.requests.length
    await advance(30_000)
    expect(video.requests).toHaveLength(polls)
    expect(screen.queryByText(/You've been signed out/)).not.toBeInTheDocument()
  })

  it("resumes an unfinished job once the network is back, if its code couldn't load offline", async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    storeJob()
    await renderPricing()
    expect(document.title).not.toContain('▶')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    act(() => void fireEvent(window, new Event('online')))
    await vi.waitFor(() => expect(document.title).toMatch(RUNNING))
  })
})
