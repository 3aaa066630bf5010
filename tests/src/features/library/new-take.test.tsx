import type { ServerJob } from '@contract/jobs'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MODELS } from '@/config/models'
import { fakeVideo } from '../../../support/app/fake-video'
import { openJob, testJob } from '../../../support/app/jobs'
import { useSlowTime } from '../../../support/app/slow-time'
import { chooseFromMore, openMore } from '../../../support/app/video-menu'
import { apiError, renderGenerator, showVideos } from '../generator/page'

beforeEach(useSlowTime)

const LATER = '2026-11-21T09:00:00.000000Z'

/** Renders the generator with these videos in its library. */
async function renderVideos(jobs: ServerJob[], options: Parameters<typeof renderGenerator>[0] = {}) {
  const video = fakeVideo()
  const page = await renderGenerator({ video, ...options })
  page.jobsApi.get.mockImplementation(async (id) => openJob({ id, createdAt: LATER, seed: 7 }))
  const library = await showVideos(page, jobs)
  const sent = () => video.create.mock.calls.map(([{ body }]) => (body as { input: object }).input)
  return { ...page, library, sent, newTake: () => chooseFromMore(page.user, library, 'New take 330 credits') }
}

describe('New take', () => {
  it('generates a video again with a new seed in one click, at the price on the button', async () => {
    const page = await renderVideos([testJob({ id: 'a', seed: 417, prompt: 'A hare', negativePrompt: 'text' })])
    await page.user.type(page.prompt(), 'my own words')
    // Draws the old seed.
    vi.spyOn(Math, 'random').mockReturnValue(0.417)
    await page.newTake()
    expect(await screen.findByText('New take started, with a new seed.')).toBeInTheDocument()
    expect(page.consume).toHaveBeenCalledOnce()
    const [input] = page.sent()
    expect(input).toMatchObject({ prompt: 'A hare', negativePrompt: 'text', length: 8, aspectRatio: '16:9', seed: 418 })
    const [row] = page.library.getAllByRole('listitem')
    expect(row).toHaveTextContent('330 credits held')
    expect(row).toHaveFocus()
    // The form and the panel are unchanged.
    expect(page.prompt()).toHaveValue('my own words')
    expect(page.stage().getByText('Your last video')).toBeInTheDocument()
  })

  it('says what is missing for a new take, and starts nothing', async () => {
    const page = await renderVideos([testJob({ id: 'a' })], { credits: 20 })
    await page.newTake()
    const message = 'Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits'
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Buy Credits' })).toHaveAttribute(
      'href',
      '/pricing',
    )
    expect(page.consume).not.toHaveBeenCalled()
  })

  it('says why the server refused a new take', async () => {
    const page = await renderVideos([testJob({ id: 'a' })])
    page.consume.mockRejectedValue(apiError(503, 'jobs_paused', { settlement: 'none' }))
    await page.newTake()
    expect(await screen.findByText(/^New videos are paused right now\./)).toBeInTheDocument()
    expect(screen.queryByText(/^New take started/)).not.toBeInTheDocument()
    expect(page.library.getAllByRole('listitem')).toHaveLength(1)
  })

  it("sends the video's image with a new take, and starts nothing without the image", async () => {
    const job = testJob({ id: 'a', mode: 'image', imageUrl: 'https://files.test/a.jpg' })
    const page = await renderVideos([job])
    page.jobsApi.get.mockImplementation(async (id) => (id === 'a' ? job : openJob({ id, createdAt: LATER })))
    const fetched = vi.spyOn(globalThis, 'fetch')
    fetched.mockResolvedValueOnce(new Response(null, { status: 404 }))
    await page.newTake()
    expect(await screen.findByText(/^We couldn't load this video's image/)).toBeInTheDocument()
    expect(page.consume).not.toHaveBeenCalled()
    fetched.mockResolvedValueOnce(new Response('a JPEG', { headers: { 'content-type': 'image/jpeg' } }))
    await page.newTake()
    await vi.waitFor(() => expect(page.video.create).toHaveBeenCalledOnce())
    expect(page.sent()).toEqual([
      expect.objectContaining({ image: expect.stringMatching(/^data:image\/jpeg;base64,./) }),
    ])
  })

  it('offers no new take for a model that is no longer offered, or for a failed job', async () => {
    const page = await renderVideos([
      testJob({ id: 'a', model: 'sora', modelName: 'Sora' }),
      openJob({ id: 'b', createdAt: '2026-11-19' }),
    ])
    expect(MODELS.some(({ id }) => id === 'sora')).toBe(false)
    expect(page.library.getAllByRole('listitem')).toHaveLength(2)
    for (const at of [0, 1]) {
      await openMore(page.user, page.library, at)
      expect(page.library.queryByRole('menuitem', { name: /^New take/ })).not.toBeInTheDocument()
      await page.user.keyboard('{Tab}')
    }
  })
})
