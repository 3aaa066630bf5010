import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { drawFrame } from '@/lib/video/draw-frame'
import { installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import { testJob } from '../../../../support/app/jobs'
import { useSlowTime } from '../../../../support/app/slow-time'
import { chooseFromMore, openMore } from '../../../../support/app/video-menu'
import { showVideos } from '../page'
import { describe as describeScene, drop, image, NONE, renderAdvancedInputs, takes } from './page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))
vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
  vi.mocked(drawFrame).mockImplementation(async () => image('drawn.png'))
})
afterEach(removeImagePlatform)

describe('Library video in the form', () => {
  const job = testJob({ id: 'aaaaaaaa-2222-4333-8444-555555555555', prompt: 'A lighthouse' })

  it('continues a library video itself if the chosen model can, and lets the user edit or remove it', async () => {
    const page = await renderAdvancedInputs()
    await describeScene(page)
    const library = await showVideos(page, [job])
    await chooseFromMore(page.user, library, 'Continue this video')
    expect(page.form.getByText('Video to continue')).toBeInTheDocument()
    expect(page.form.getByText('A lighthouse')).toBeInTheDocument()
    expect(page.form.getByRole('tab', { name: 'Image to Video' })).toHaveAttribute('aria-selected', 'true')
    expect(page.form.queryByLabelText('Upload first frame')).not.toBeInTheDocument()
    expect(page.button(/^Generate/)).toHaveAccessibleName('Generate Video 370 credits')
    await page.user.click(page.button(/^Edit/))
    expect(page.button(/^Generate/)).toHaveAccessibleName('Generate Video 380 credits')
    await page.user.click(page.button(/^Continue/))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ source: { job: job.id, use: 'extend' } })
    expect(page.sent()[0]).not.toHaveProperty('image')
    expect(page.held()).toEqual([[370, 'rich:extend']])
    await page.user.click(page.button('Remove the video'))
    expect(page.form.getByLabelText('Upload first frame')).toBeInTheDocument()
  })

  it('says how much the model adds to a library video if it has only one duration for that', async () => {
    const page = await renderAdvancedInputs({
      models: [takes({ ...NONE, extend: { adds: 0, needsPrompt: true, seconds: 7 } })],
    })
    const library = await showVideos(page, [job])
    await chooseFromMore(page.user, library, 'Continue this video')
    expect(page.form.getByText('Adds 7 seconds, whatever duration you choose.')).toBeInTheDocument()
  })

  it("adds a library video's last frame to the references, from its row or the form's list", async () => {
    const page = await renderAdvancedInputs()
    const library = await showVideos(page, [job])
    await chooseFromMore(page.user, library, 'Use a frame of this video')
    expect(await page.form.findByRole('img', { name: 'last-frame-aaaaaaaa.png' })).toBeInTheDocument()
    expect(page.form.getByText('1 of 3')).toBeInTheDocument()
  })

  it('says that the selected library video was deleted, and starts nothing', async () => {
    const page = await renderAdvancedInputs()
    await describeScene(page)
    const library = await showVideos(page, [job, testJob({ id: 'b' })])
    await chooseFromMore(page.user, library, 'Continue this video', 1)
    await showVideos(page, [testJob({ id: 'b' })], 40_000)
    await page.generate()
    expect(page.form.getByText(/^The video you selected was deleted\./)).toBeInTheDocument()
    expect(page.consume).not.toHaveBeenCalled()
  })

  it("edits a library video if the chosen model or the video's own can, and offers no edit otherwise", async () => {
    const editor = takes({ ...NONE, edit: { adds: 50, needsPrompt: true } }, { id: 'editor', name: 'Editor' })
    const page = await renderAdvancedInputs({ models: [editor], choose: null })
    const own = testJob({ id: 'b', prompt: 'A harbor', model: 'editor', modelName: 'Editor' })
    const library = await showVideos(page, [job, own])
    const harbor = within(library.getByRole('group', { name: 'A harbor' }))
    const lighthouse = within(library.getByRole('group', { name: 'A lighthouse' }))
    await openMore(page.user, lighthouse)
    expect(lighthouse.queryByRole('menuitem', { name: 'Edit this video' })).not.toBeInTheDocument()
    await page.user.keyboard('{Tab}')
    await chooseFromMore(page.user, harbor, 'Edit this video')
    expect(await page.form.findByText('Video to edit')).toHaveTextContent('Video to edit +50 credits')
    expect(page.prompt()).toHaveAttribute('placeholder', 'Describe what to change')
    expect(page.form.getByText('A harbor')).toBeInTheDocument()
    await chooseFromMore(page.user, lighthouse, 'Edit this video')
    expect(page.form.getByText('A lighthouse')).toBeInTheDocument()
    expect(screen.getByText('Your video is in the form. Describe what to change.')).toBeInTheDocument()
    await page.generate()
    expect(page.prompt()).toHaveAccessibleDescription(/^Describe what to change in your video\./)
    await describeScene(page)
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ source: { job: job.id, use: 'edit' } })
    expect(page.held()).toEqual([[380, 'editor:edit']])
  })

  it('replaces the video to continue with its last frame', async () => {
    const page = await renderAdvancedInputs()
    const library = await showVideos(page, [job])
    await chooseFromMore(page.user, library, 'Continue this video')
    await page.user.click(page.button('Use its last frame'))
    expect(await page.form.findByRole('img', { name: 'last-frame-aaaaaaaa.png' })).toBeInTheDocument()
    expect(page.form.queryByText('Video to continue')).not.toBeInTheDocument()
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({
      image: expect.stringMatching(/^data:image\/jpeg;base64,./),
      source: { job: job.id, use: 'frame' },
    })
  })

  it("keeps the video to continue in the form, and says so, if its last frame can't be read", async () => {
    const page = await renderAdvancedInputs()
    const library = await showVideos(page, [job])
    await chooseFromMore(page.user, library, 'Continue this video')
    vi.mocked(drawFrame).mockRejectedValue(new Error('no picture'))
    await page.user.click(page.button('Use its last frame'))
    expect(await page.form.findByText(/^We couldn't read a frame of this video\./)).toBeInTheDocument()
    expect(page.form.getByText('Video to continue')).toBeInTheDocument()
  })

  it('replaces the video to continue with a dropped image, says so, and restores the video with Undo', async () => {
    const page = await renderAdvancedInputs()
    const library = await showVideos(page, [job])
    await chooseFromMore(page.user, library, 'Continue this video')
    drop(page, image('beach.png'))
    expect(await page.form.findByRole('img', { name: 'beach.png' })).toBeInTheDocument()
    expect(screen.getByText('Your image replaced the video in the form. Undo brings it back.')).toBeInTheDocument()
    await page.user.click(page.button('Undo'))
    expect(page.form.getByText('Video to continue')).toBeInTheDocument()
    await page.user.click(page.button('Remove the video'))
    expect(page.form.getByLabelText('Upload first frame')).toBeInTheDocument()
  })
})
