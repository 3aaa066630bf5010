import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { statusAnswer } from '../../../../support/app/fake-video'
import { testJob } from '../../../../support/app/jobs'
import { network } from '../../../../support/app/network'
import { useSlowTime } from '../../../../support/app/slow-time'
import { PROMPT, press, renderGenerator } from '../page'

beforeEach(() => {
  useSlowTime()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('when the video is ready', () => {
  async function renderReady() {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: 'https://cdn.test/v.mp4' }))
    await press(page)
    expect(await page.stage().findByRole('heading', { name: '🎉 Your video is ready!' })).toBeInTheDocument()
    return page
  }

  it('plays it in place', async () => {
    const { stage } = await renderReady()
    const video = stage().getByLabelText<HTMLVideoElement>(`Your video: ${PROMPT}`)
    expect(video).toHaveAttribute('src', 'https://cdn.test/v.mp4')
    expect(video).toHaveAttribute('controls')
    expect(video).toHaveAttribute('playsinline')
  })

  it('says how long the video really is', async () => {
    const { stage } = await renderReady()
    expect(stage().getByText(/^Veo 3 · 8 seconds · 330 credits · seed \d+$/)).toBeInTheDocument()
    const video = stage().getByLabelText<HTMLVideoElement>(/^Your video/)
    Object.defineProperty(video, 'duration', { value: 10.04 })
    fireEvent.loadedMetadata(video)
    expect(stage().getByText(/^Veo 3 · 10 seconds · 330 credits · seed \d+$/)).toBeInTheDocument()
  })

  it('says that a silent take has no sound', async () => {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: 'https://cdn.test/v.mp4' }))
    await page.user.click(page.form.getByRole('switch', { name: 'Generate Audio' }))
    await press(page)
    expect(await page.stage().findByText(/^Veo 3 · 8 seconds, no sound · 330 credits/)).toBeInTheDocument()
  })

  it('plays a fresh address when the first one has expired', async () => {
    const { stage, jobsApi } = await renderReady()
    jobsApi.get.mockResolvedValue(testJob({ videoUrl: 'https://cdn.test/v.mp4?fresh' }))
    fireEvent.error(stage().getByLabelText(/^Your video/))
    await vi.waitFor(() =>
      expect(stage().getByLabelText(/^Your video/)).toHaveAttribute('src', 'https://cdn.test/v.mp4?fresh'),
    )
    expect(stage().queryByText(/could not play it/)).not.toBeInTheDocument()
  })

  it('says so when the browser cannot play it', async () => {
    const { stage } = await renderReady()
    fireEvent.error(stage().getByLabelText(/^Your video/))
    expect(await stage().findByText('This browser could not play it. The download may still work.')).toBeInTheDocument()
  })

  it('says where it is kept', async () => {
    const { stage } = await renderReady()
    expect(stage().getByText('It is kept in Your videos, below.')).toBeInTheDocument()
  })

  it('asks for the balance again', async () => {
    const { supabase } = await renderReady()
    await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalledTimes(2))
  })

  it('goes back to the form on Generate New, which is as it was', async () => {
    const { stage, user, prompt, generateButton } = await renderReady()
    await user.click(stage().getByRole('button', { name: 'Generate New' }))
    expect(stage().getByText('Your next take')).toBeInTheDocument()
    expect(prompt()).toHaveValue(PROMPT)
    expect(prompt()).toHaveFocus()
    expect(generateButton()).toBeEnabled()
  })

  describe('Download Video', () => {
    beforeEach(() => {
      URL.createObjectURL = () => 'blob:video'
      URL.revokeObjectURL = () => {}
    })
    afterEach(() => {
      Reflect.deleteProperty(URL, 'createObjectURL')
      Reflect.deleteProperty(URL, 'revokeObjectURL')
    })

    it('saves the file and says so', async () => {
      network.use(http.get('https://cdn.test/v.mp4', () => HttpResponse.text('video')))
      const names: string[] = []
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        names.push(this.download)
      })
      const { stage, user } = await renderReady()
      await user.click(stage().getByRole('button', { name: 'Download Video' }))
      expect(await screen.findByText('Video downloaded successfully!')).toBeInTheDocument()
      expect(names).toEqual([expect.stringMatching(/^ai-video-\d+\.mp4$/)])
    })

    it('opens the address in a tab when it cannot be fetched', async () => {
      network.use(http.get('https://cdn.test/v.mp4', () => HttpResponse.error()))
      const open = vi.spyOn(window, 'open').mockReturnValue(window)
      const { stage, user } = await renderReady()
      await user.click(stage().getByRole('button', { name: 'Download Video' }))
      expect(await screen.findByText('Download failed. Try again.')).toBeInTheDocument()
      expect(open).toHaveBeenCalledExactlyOnceWith('https://cdn.test/v.mp4', '_blank')
      expect(screen.queryByRole('link', { name: 'Open the video' })).not.toBeInTheDocument()
    })

    it('holds the link in the message when the tab is blocked', async () => {
      network.use(http.get('https://cdn.test/v.mp4', () => new HttpResponse(null, { status: 403 })))
      vi.spyOn(window, 'open').mockReturnValue(null)
      const { stage, user } = await renderReady()
      await user.click(stage().getByRole('button', { name: 'Download Video' }))
      expect(await screen.findByRole('link', { name: 'Open the video' })).toHaveAttribute(
        'href',
        'https://cdn.test/v.mp4',
      )
    })
  })
})
