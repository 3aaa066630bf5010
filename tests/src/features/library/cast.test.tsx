// A video whose prompt names members of the cast: a new take, and the form after 'Use again'.
import type { ServerJob } from '@contract/jobs'
import { CAST_CHANGED } from '@contract/sentences'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { installImagePlatform, removeImagePlatform } from '../../../support/app/image-platform'
import { openJob, testJob } from '../../../support/app/jobs'
import { useSlowTime } from '../../../support/app/slow-time'
import { chooseFromMore } from '../../../support/app/video-menu'
import { card } from '../../../support/image-files'
import { ALL, order, renderAdvancedInputs, takes } from '../generator/advanced-inputs/page'
import { apiError, showVideos } from '../generator/page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

const reference = (id: string, castId: string | null) => ({
  id,
  role: 'character' as const,
  castId,
  url: `https://files.test/${id}`,
})
const MARA = { id: 'mara', name: 'Mara', currentName: 'Mara' }
const BEN = { id: 'ben', name: 'Ben', currentName: 'Ada' }
const GONE = { id: null, name: 'Ink', currentName: null }

/** A video from an image of its own, one of Mara, and one of a deleted member. Ben, who is called Ada now, has none in it. */
const VIDEO = testJob({
  id: 'b',
  model: 'rich',
  modelName: 'Rich',
  mode: 'image',
  inputKind: 'references',
  prompt: '@Mara and @ben in @Ink',
  cast: [MARA, BEN, GONE],
  images: [reference('own', null), reference('of-mara', 'mara'), reference('of-ink', null)],
  audio: { id: 'voice', url: 'https://files.test/voice', castId: 'mara' },
})

async function renderLibrary(job: ServerJob, inputs: typeof ALL | null = ALL) {
  const page = await renderAdvancedInputs({ models: [takes(inputs)], choose: null })
  page.jobsApi.get.mockImplementation(async (id) => (id === job.id ? job : openJob({ id, model: 'rich' })))
  const fetched = vi.spyOn(globalThis, 'fetch')
  // jsdom's File can't read Node's Blob, so this uses jsdom's Blob.
  const blob = new Blob([new Uint8Array(card(640, 360))], { type: 'image/png' })
  fetched.mockImplementation(async () => Object.assign(new Response(), { blob: async () => blob }))
  const library = await showVideos(page, [job])
  const take = async () => {
    await chooseFromMore(page.user, library, /^New take/)
  }
  const reuse = () => page.user.click(library.getByRole('button', { name: 'Use again' }))
  return { ...page, library, take, reuse, fetched }
}

it('starts a new take with the names of now, the members that exist, and only the images that are not theirs', async () => {
  const { take, sent, held } = await renderLibrary(VIDEO)
  await take()
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    prompt: '@Mara and @Ada in Ink',
    cast: ['mara', 'ben'],
    references: [
      { role: 'character', image: 'own' },
      { role: 'character', image: 'of-ink' },
    ],
  })
  expect(sent()[0]).not.toHaveProperty('audio')
  expect(held()).toEqual([[350, 'rich:references']])
})

it.each<[string, Partial<ServerJob>, typeof ALL | null, unknown]>([
  [
    'with references, if only its cast has images',
    { images: [reference('of-mara', 'mara')] },
    ALL,
    [350, 'rich:references'],
  ],
  [
    'with references, if its model takes them now',
    { images: [], mode: 'text', inputKind: 'text' },
    ALL,
    [350, 'rich:references'],
  ],
  ['of its prompt, if its model takes none now', { images: [reference('of-mara', 'mara')] }, null, [330, 'rich']],
  [
    'of its prompt, if its cast was deleted',
    { images: [], mode: 'text', inputKind: 'text', cast: [GONE], prompt: '@Ink' },
    ALL,
    [330, 'rich'],
  ],
  [
    'of its first image',
    { images: [{ ...reference('own', null), role: 'first' }], inputKind: 'image' },
    ALL,
    [330, 'rich'],
  ],
])('starts a new take at the price %s', async (_, patch, inputs, price) => {
  const { take, sent, held } = await renderLibrary({ ...VIDEO, audio: null, ...patch }, inputs)
  await take()
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).not.toHaveProperty('references')
  expect(held()).toEqual([price])
})

it('says that a member has changed, and starts the next take without the deleted one', async () => {
  const { take, sent, video, jobsApi } = await renderLibrary({ ...VIDEO, images: [reference('of-mara', 'mara')] })
  video.create.mockRejectedValueOnce(apiError(409, 'cast_changed', { settlement: 'released' }, CAST_CHANGED))
  jobsApi.get.mockResolvedValue({
    ...VIDEO,
    images: [reference('of-mara', null)],
    cast: [{ id: null, name: 'Mara', currentName: null }],
    audio: null,
  })
  await take()
  expect(await screen.findByText(CAST_CHANGED)).toBeInTheDocument()
  await take()
  await vi.waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ prompt: 'Mara and @ben in @Ink', references: [{ image: 'of-mara' }] })
  expect(sent()[1]).not.toHaveProperty('cast')
})

it('fills the form with the names of now, and only the images that are not of its cast', async () => {
  const page = await renderLibrary(VIDEO)
  await page.reuse()
  expect(await page.form.findByRole('img', { name: 'character-1.png' })).toBeInTheDocument()
  await vi.waitFor(() => expect(order(page)).toEqual(['character-1.png', 'character-2.png']))
  expect(page.prompt()).toHaveValue('@Mara and @Ada in Ink')
  expect(page.fetched.mock.calls.map(([url]) => url)).toEqual(['https://files.test/own', 'https://files.test/of-ink'])
  expect(screen.getByText(/^Settings restored\. You're not charged/)).toBeInTheDocument()
})

it('fills the form for a video from a prompt if all images are of its cast, and uses the names that the server has', async () => {
  const page = await renderLibrary({ ...VIDEO, images: [reference('of-mara', 'mara')] })
  page.jobsApi.get.mockResolvedValue({
    ...VIDEO,
    images: [reference('of-mara', 'mara')],
    cast: [{ ...MARA, currentName: 'Mara Lee' }, BEN, GONE],
  })
  await page.reuse()
  await vi.waitFor(() => expect(page.prompt()).toHaveValue('@Mara Lee and @Ada in Ink'))
  expect(page.form.getByRole('tab', { name: 'Text to Video' })).toHaveAttribute('aria-selected', 'true')
  expect(page.fetched).not.toHaveBeenCalled()
  expect(screen.getByText(/^Settings restored\. You're not charged/)).toBeInTheDocument()
})
