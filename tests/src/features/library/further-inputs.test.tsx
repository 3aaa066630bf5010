import type { ServerJob } from '@contract/jobs'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { installImagePlatform, removeImagePlatform } from '../../../support/app/image-platform'
import { openJob, testJob } from '../../../support/app/jobs'
import { chooseModel } from '../../../support/app/models'
import { useSlowTime } from '../../../support/app/slow-time'
import { chooseFromMore, openMore } from '../../../support/app/video-menu'
import { createWav } from '../../../support/audio-files'
import { card } from '../../../support/image-files'
import { ALL, order, renderAdvancedInputs, takes } from '../generator/advanced-inputs/page'
import { showVideos } from '../generator/page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

const rich = (patch: Partial<ServerJob>) =>
  testJob({ id: 'b', model: 'rich', modelName: 'Rich', mode: 'image', createdAt: '2026-11-21T09:00:00Z', ...patch })
const SPEAKING = { needsPrompt: true, adds: 20, max: 3, roles: ['character' as const] }
const first = testJob({ id: 'a', prompt: 'A lighthouse' })
const image = (id: string, role: ServerJob['images'][number]['role']) => ({
  id,
  role,
  castId: null,
  url: `https://files.test/${id}`,
})

/** Renders the library with these videos, whose files can be downloaded. */
async function renderLibrary(jobs: ServerJob[], inputs = ALL) {
  const page = await renderAdvancedInputs({ models: [takes(inputs)], choose: null })
  page.jobsApi.get.mockImplementation(async (id) => jobs.find((job) => job.id === id) ?? openJob({ id, model: 'rich' }))
  const fetched = vi.spyOn(globalThis, 'fetch')
  // jsdom's File can't read Node's Blob, so this uses jsdom's Blob.
  const blob = new Blob([new Uint8Array(card(640, 360))], { type: 'image/png' })
  fetched.mockImplementation(async () => Object.assign(new Response(), { blob: async () => blob }))
  const library = await showVideos(page, jobs)
  const row = (name: string) => within(library.getByRole('group', { name }))
  return { ...page, library, row, fetched }
}

it('says what each video was generated from, and links to its source video', async () => {
  const { row, user, router } = await renderLibrary([
    rich({ id: 'c', prompt: 'Frames', inputKind: 'frames', resolution: '1080p' }),
    rich({ id: 'd', prompt: 'One', inputKind: 'references', images: [image('1', 'style')] }),
    rich({ id: 'g', prompt: 'Continued', inputKind: 'extend', sourceId: 'a' }),
    first,
  ])
  for (const [name, facts] of [
    ['Frames', 'Seed 412 · 1080p · First and last frame'],
    ['One', 'Seed 412 · 1 reference'],
  ] as const) {
    await openMore(user, row(name))
    expect(row(name).getByText(facts)).toBeInTheDocument()
    await user.keyboard('{Tab}')
  }
  await chooseFromMore(user, row('Continued'), 'Continues “A lighthouse”')
  expect(router.state.location.pathname).toBe('/videos/a')
})

describe('New take from images', () => {
  it("sends a new take's images by their IDs, without uploading or fetching them", async () => {
    const images = [image('p1', 'first'), image('p2', 'last')]
    const page = await renderLibrary([rich({ inputKind: 'frames', images, resolution: '1080p', imageUrl: '/p1' })])
    await chooseFromMore(page.user, page.library, 'New take 400 credits')
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ image: 'p1', lastImage: 'p2', resolution: '1080p' })
    expect(page.held()).toEqual([[400, 'rich:1080p:frames']])
    expect(page.upload).not.toHaveBeenCalled()
    expect(page.fetched).not.toHaveBeenCalled()
  })

  it("keeps a new take's references, and its link to the video that it continues", async () => {
    const references = [image('p1', 'style'), image('p2', 'character')]
    const page = await renderLibrary([
      rich({ id: 'c', prompt: 'Third', inputKind: 'references', images: references, createdAt: '2026-11-22' }),
      rich({ inputKind: 'extend', sourceId: 'a', prompt: 'Second' }),
      first,
    ])
    await chooseFromMore(page.user, page.row('Second'), 'New take 370 credits')
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ source: { job: 'a', use: 'extend' } })
    await chooseFromMore(page.user, page.row('Third'), /^New take/)
    await vi.waitFor(() => expect(page.sent()).toHaveLength(2))
    expect(page.sent()[1]?.references).toEqual([
      { role: 'style', image: 'p1' },
      { role: 'character', image: 'p2' },
    ])
  })

  it('repeats the voice of a new take with the consent that its user gave', async () => {
    const job = rich({
      inputKind: 'references',
      images: [image('p1', 'character')],
      audio: { id: 'v1', url: 'https://files.test/v1', castId: null },
    })
    const page = await renderLibrary([job])
    await openMore(page.user, page.library)
    expect(page.library.getByText('Seed 412 · 1 reference and a voice')).toBeInTheDocument()
    await page.user.keyboard('{Tab}')
    await chooseFromMore(page.user, page.library, /^New take/)
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ audio: 'v1', voiceConsent: true })
  })

  it("fetches a new take's first image if it has no image ID, and names the video of that frame", async () => {
    const job = rich({ model: 'veo-3', inputKind: 'image', sourceId: 'a', imageUrl: 'https://files.test/i.png' })
    const page = await renderLibrary([job, first])
    await chooseFromMore(page.user, page.row(job.prompt), /^New take/)
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({
      image: expect.stringMatching(/^data:image/),
      source: { job: 'a', use: 'frame' },
    })
  })

  it('starts no new take if the video that it continues was deleted', async () => {
    const page = await renderLibrary([rich({ inputKind: 'extend', sourceId: null })])
    await chooseFromMore(page.user, page.library, /^New take/)
    expect(await screen.findByText(/^The source video was deleted/)).toBeInTheDocument()
    expect(page.consume).not.toHaveBeenCalled()
  })
})

describe('Use again with images', () => {
  it('restores references, roles, and resolution with Use again, and the former form with Undo', async () => {
    const images = [image('p1', 'style'), image('p2', 'character')]
    const page = await renderLibrary([rich({ inputKind: 'references', images, resolution: '1080p' })])
    await page.user.click(page.library.getByRole('button', { name: 'Use again' }))
    expect(await page.form.findByRole('img', { name: 'style-1.png' })).toBeInTheDocument()
    await vi.waitFor(() => expect(order(page)).toEqual(['style-1.png', 'character-2.png']))
    expect(page.form.getByLabelText('What reference 1, style-1.png shows')).toHaveValue('style')
    expect(page.button(/1080p/)).toHaveAttribute('aria-pressed', 'true')
    expect(page.fetched.mock.calls.map(([url]) => url)).toEqual(images.map(({ url }) => url))
    expect(screen.getByText(/^Settings restored\. You're not charged/)).toBeInTheDocument()
    await page.user.click(page.button('Undo'))
    await chooseModel(page, 'Rich')
    expect(page.button(/1080p/)).toHaveAttribute('aria-pressed', 'false')
    await page.user.click(page.button('Redo'))
    expect(await page.form.findByRole('img', { name: 'style-1.png' })).toBeInTheDocument()
  })

  it('restores both frames, and the video to edit, with Use again', async () => {
    const images = [image('p1', 'first'), image('p2', 'last')]
    const page = await renderLibrary([
      rich({ id: 'c', prompt: 'Third', inputKind: 'edit', sourceId: 'a', createdAt: '2026-11-22' }),
      rich({ prompt: 'Second', inputKind: 'frames', images, imageUrl: 'https://files.test/p1' }),
      first,
    ])
    await page.user.click(page.row('Second').getByRole('button', { name: 'Use again' }))
    expect(await page.form.findByRole('img', { name: 'last-2.png' })).toBeInTheDocument()
    expect(await page.form.findByRole('img', { name: 'image.png' })).toBeInTheDocument()
    await page.user.click(page.row('Third').getByRole('button', { name: 'Use again' }))
    expect(await page.form.findByText('Video to edit')).toBeInTheDocument()
    expect(page.form.getByText('A lighthouse')).toBeInTheDocument()
  })

  it('restores the voice with Use again, and asks for the consent again', async () => {
    const job = rich({
      inputKind: 'references',
      images: [image('p1', 'character')],
      audio: { id: 'v1', url: 'https://files.test/v1', castId: null },
    })
    const limits = { ...ALL, references: { ...SPEAKING, audio: { maxSeconds: 15 } } }
    const page = await renderLibrary([job], limits)
    const wav = new Blob([new Uint8Array(createWav(3))], { type: 'audio/wav' })
    const answer = page.fetched.getMockImplementation()
    page.fetched.mockImplementation(async (url) =>
      String(url).endsWith('/v1')
        ? Object.assign(new Response(), { blob: async () => wav })
        : (answer?.(url) ?? new Response(null, { status: 404 })),
    )
    await page.user.click(page.library.getByRole('button', { name: 'Use again' }))
    expect(await page.form.findByText('voice.wav')).toBeInTheDocument()
    expect(page.form.getByRole('checkbox', { name: /my own voice/ })).not.toBeChecked()
  })

  it('says that a voice no longer exists after Use again', async () => {
    const job = rich({
      inputKind: 'references',
      images: [image('p1', 'character')],
      audio: { id: 'v1', url: null, castId: null },
    })
    const page = await renderLibrary([job])
    await page.user.click(page.library.getByRole('button', { name: 'Use again' }))
    expect(await screen.findByText(/the voice is no longer available/)).toBeInTheDocument()
  })

  it('says that an image no longer exists after Use again, and restores the other inputs', async () => {
    const images = [image('p1', 'style'), image('p2', 'character')]
    const page = await renderLibrary([rich({ inputKind: 'references', images })])
    page.fetched.mockResolvedValueOnce(new Response(null, { status: 404 }))
    await page.user.click(page.library.getByRole('button', { name: 'Use again' }))
    expect(await screen.findByText(/some images are no longer available/)).toBeInTheDocument()
    expect(await page.form.findByRole('img', { name: 'character-2.png' })).toBeInTheDocument()
  })
})
