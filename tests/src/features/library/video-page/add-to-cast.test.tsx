// Adds a member to the cast with a frame of a video, from the video's page.
import type { CastMember } from '@contract/cast'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { prepareInWorker } from '@/features/generator/image/prepare-in-worker'
import { NetworkError } from '@/lib/http/api-error'
import type { HttpRequest } from '@/lib/http/http'
import { drawFrame } from '@/lib/video/draw-frame'
import { testJob } from '../../../../support/app/jobs'
import { renderApp } from '../../../../support/app/render-app'
import { testSession } from '../../../../support/app/session'
import { chooseFromMore } from '../../../../support/app/video-menu'
import { prepareHere, testMember } from '../../cast/render-cast'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))
vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

prepareHere()
beforeEach(() => {
  vi.mocked(drawFrame).mockReset()
  vi.mocked(drawFrame).mockImplementation(async () => new Blob(['frame'], { type: 'image/png' }))
})

const JOB = testJob({ id: 'b', prompt: 'A storm', title: 'Opening shot' })
const BEN = testMember({ id: 'member-2', name: 'Ben' })

/** Opens the video's page. `read`: how the server answers the first reads of the cast. */
function openVideo({ read = () => [] as CastMember[], route = '/videos/b' } = {}) {
  const sent: [call: string, body: unknown][] = []
  const app = renderApp({
    route,
    session: testSession(),
    prepare: ({ api }) =>
      api.request.mockImplementation(async ({ method, path, body }: HttpRequest) => {
        const call = `${method} ${path}`
        if (method === 'POST') sent.push([call, body])
        const answers: Record<string, () => unknown> = {
          'GET /api/cast': () => ({ members: read() }),
          'POST /api/images': () => ({ id: 'image-9' }),
          'POST /api/cast': () => testMember(),
        }
        return { success: true, message: '', data: answers[call]?.() }
      }),
  })
  app.jobsApi.list.mockImplementation(async ({ open, after } = {}) => ({
    jobs: open || after ? [] : [JOB],
    nextCursor: null,
  }))
  const choose = async () =>
    chooseFromMore(app.user, within(await screen.findByRole('group', { name: 'Opening shot' })), 'Add to cast')
  return { ...app, sent, choose }
}
const openForm = async () => within(await screen.findByRole('dialog', { name: 'Add to cast' }))

it('stops the player, and saves a member with the frame that it shows', async () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause')
  const { user, sent, choose } = openVideo({ read: () => [BEN] })
  const player = (await screen.findByLabelText('Your video: Opening shot')) as HTMLVideoElement
  player.currentTime = 2.5
  await choose()
  const form = await openForm()
  expect(vi.mocked(drawFrame)).toHaveBeenLastCalledWith(JOB.videoUrl, { at: 2.5, type: 'image/png' })
  expect(pause.mock.contexts).toContain(player)
  await waitFor(() =>
    expect(form.getByRole('img', { name: 'frame.png' })).toHaveAttribute('src', expect.stringMatching(/^blob:/)),
  )
  expect(form.getByLabelText('Name')).toHaveFocus()
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'ben' } })
  await user.click(form.getByRole('button', { name: 'Add to cast' }))
  form.getByText('Your cast already has ben. Choose another name.')
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Mara' } })
  await user.click(form.getByRole('button', { name: 'Add to cast' }))
  expect(await screen.findByText('Mara is in your cast.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open cast' })).toHaveAttribute('href', '/cast')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([
    ['POST /api/images', { image: expect.stringMatching(/^data:image\/png/) }],
    ['POST /api/cast', { name: 'Mara', kind: 'character', note: '', images: ['image-9'] }],
  ])
  expect(vi.mocked(prepareInWorker)).toHaveBeenCalledOnce()
})

it('takes the last frame of a video that has not begun', async () => {
  const { choose } = openVideo()
  await choose()
  await openForm()
  expect(vi.mocked(drawFrame)).toHaveBeenLastCalledWith(JOB.videoUrl, { at: Infinity, type: 'image/png' })
})

it('says that the frame is unreadable, and opens no form', async () => {
  const { choose, jobsApi } = openVideo()
  jobsApi.get.mockResolvedValue(JOB)
  vi.mocked(drawFrame).mockRejectedValue(new Error('no'))
  await choose()
  expect(await screen.findByText(/^We couldn't read this frame\./)).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says that the cast is full, and saves nothing', async () => {
  const { choose, sent } = openVideo({
    read: () => Array.from({ length: 100 }, (_, index) => testMember({ id: `${index}`, name: `Ben ${index}` })),
  })
  await choose()
  const form = await openForm()
  expect(await form.findByText('Your cast has 100 members. Delete one to add another.')).toBeInTheDocument()
  expect(form.getByRole('button', { name: 'Add to cast' })).toBeDisabled()
  expect(sent).toEqual([])
})

it('reads the cast again on request after a failure', async () => {
  let isAway = true
  const { choose, user } = openVideo({
    read: () => {
      if (isAway) throw new NetworkError('network')
      return []
    },
  })
  await choose()
  const form = await openForm()
  expect(await form.findByRole('alert')).toHaveTextContent("We couldn't load your cast. It's safe on the server.")
  isAway = false
  await user.click(form.getByRole('button', { name: 'Try again' }))
  expect(await form.findByRole('img', { name: 'frame.png' })).toBeInTheDocument()
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
