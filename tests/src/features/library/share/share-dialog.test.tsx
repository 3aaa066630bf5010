import type { Share } from '@contract/shares'
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import type { HttpRequest } from '@/lib/http/http'
import { drawFrame } from '@/lib/video/draw-frame'
import { clearPoster } from '@/lib/video/posters'
import { testJob } from '../../../../support/app/jobs'
import { chooseFromMore } from '../../../../support/app/video-menu'
import { renderLibrary } from '../render-library'

vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

const TOKEN = 'Ab3_efghijklmnopqrst-v'
const share: Share = {
  id: 's1',
  createdAt: '2026-11-20T08:00:00Z',
  expiresAt: '2026-12-20T08:00:00Z',
  showsPrompt: false,
  isIndexed: false,
  views: 0,
  lastViewedAt: null,
}
const answer = (data: unknown) => ({ success: true, message: '', data })
const refusal = (code: string, status = 409) => new ApiError({ status, code, message: '' })

/** Opens a video's share dialog. The server sends each response once, in this order. */
async function openDialog(...answers: unknown[]) {
  vi.mocked(drawFrame).mockResolvedValue(new Blob(['a frame'], { type: 'image/webp' }))
  const app = await renderLibrary({ jobs: [testJob({ id: 'one', title: 'Morning' })] })
  const left = [...answers]
  const asked: HttpRequest[] = []
  const others = app.api.request.getMockImplementation()
  app.api.request.mockImplementation(async (request) => {
    if (!request.path.includes('/shares')) return others?.(request)
    asked.push(request)
    const one = left.shift()
    if (one instanceof Error) throw one
    return one
  })
  await chooseFromMore(app.user, app.library, 'Share')
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this video' }))
  return { ...app, dialog, requests: () => asked }
}
const links = (...shares: Partial<Share>[]) =>
  answer({ isBlocked: false, shares: shares.map((one, at) => ({ ...share, id: `s${at + 1}`, ...one })) })

it('creates a share link, and shows the link once', async () => {
  const { dialog, user, requests } = await openDialog(links(), answer({ share, token: TOKEN }))
  expect(await dialog.findByText('No links yet.')).toBeInTheDocument()
  // The page says the same (shared-page.test.tsx).
  expect(dialog.getByText(/The page says: Made with AI by Veo 3\.$/)).toBeInTheDocument()
  expect(dialog.getByLabelText('The link works for')).toHaveDisplayValue('30 days')
  await user.selectOptions(dialog.getByLabelText('The link works for'), '7 days')
  await user.click(dialog.getByLabelText('Show the prompt'))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  const link = await dialog.findByLabelText('Link')
  expect(link).toHaveValue(`https://site.test/s/${TOKEN}`)
  expect(link).toHaveFocus()
  expect(link).toHaveAccessibleDescription("Copy it now. We don't keep the link, so we can't show it again.")
  expect(requests()).toEqual([
    { method: 'GET', path: '/api/jobs/one/shares' },
    {
      method: 'POST',
      path: '/api/jobs/one/shares',
      body: {
        days: 7,
        showsPrompt: true,
        isIndexed: false,
      },
      // A retry would create a second link.
      retries: 0,
    },
  ])
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(`https://site.test/s/${TOKEN}`)
  expect(dialog.getByText('Copied.')).toBeInTheDocument()
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)
  expect(dialog.getByRole('button', { name: 'Create another link' })).toBeEnabled()
})

it('shows the poster of link previews, and stores the poster first if the server has none', async () => {
  const created = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:drawn')
  clearPoster('one')
  const { dialog, jobsApi } = await openDialog(links())
  expect(await dialog.findByAltText('')).toHaveAttribute('src', 'blob:drawn')
  await vi.waitFor(() =>
    expect(jobsApi.savePreview).toHaveBeenCalledExactlyOnceWith('one', {
      poster: `data:image/webp;base64,${btoa('a frame')}`,
    }),
  )
  created.mockRestore()
})

it('lists active share links, and revokes one', async () => {
  const views = { views: 1200, lastViewedAt: '2026-11-21T08:00:00Z' }
  const { dialog, user, requests } = await openDialog(
    links({ ...views, showsPrompt: true, isIndexed: true }, {}),
    answer({ id: 's1' }),
  )
  const [first, second] = await dialog.findAllByRole('listitem')
  expect(first).toHaveTextContent('Created Nov 20, 2026, works until Dec 20, 2026')
  expect(first).toHaveTextContent('1,200 views, last on Nov 21, 2026')
  expect(first).toHaveTextContent('Shows the prompt, search engines may list it')
  expect(second).toHaveTextContent('Not viewed yet')
  expect(dialog.getByText(/may play the video for up to 10 minutes more/)).toBeInTheDocument()
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'Revoke' }))
  expect(await dialog.findByText('Link revoked.')).toBeInTheDocument()
  expect(requests().at(-1)).toEqual({ method: 'DELETE', path: '/api/shares/s1' })
  expect(dialog.getAllByRole('listitem')).toEqual([second])
  expect(dialog.getByRole('heading', { name: /^Links that work/ })).toHaveFocus()
})

it('hides the address of a new share link once the link is revoked', async () => {
  const { dialog, user } = await openDialog(links(), answer({ share, token: TOKEN }), answer({ id: 's1' }))
  await user.click(await dialog.findByRole('button', { name: 'Create link' }))
  await dialog.findByLabelText('Link')
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await dialog.findByText('Link revoked.')
  expect(dialog.queryByLabelText('Link')).toBeNull()
})

it('treats a deleted share link as revoked, and says if a link may still work', async () => {
  const { dialog, user } = await openDialog(links({}, {}), new NetworkError('network'), refusal('not_found', 404))
  const revoke = async () => user.click((await dialog.findAllByRole('button', { name: 'Revoke' }))[0] as HTMLElement)
  await revoke()
  expect(await dialog.findByRole('alert')).toHaveTextContent("We couldn't revoke the link, so it may still work.")
  await revoke()
  expect(await dialog.findByText('Link revoked.')).toBeInTheDocument()
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)
})

it("says that the share links couldn't be loaded, and loads them again", async () => {
  const { dialog, user } = await openDialog(new NetworkError('network'), links())
  expect(await dialog.findByRole('alert')).toHaveTextContent("We couldn't load this video's links.")
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('No links yet.')).toBeInTheDocument()
})

it('offers no more share links for a video with 20, or with sharing blocked', async () => {
  const { dialog, unmount } = await openDialog(links(...Array.from({ length: 20 }, () => ({}))))
  expect(await dialog.findByText('This video has 20 links. Revoke one to create another.')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull()
  unmount()
  const blocked = await openDialog(answer({ isBlocked: true, shares: [] }))
  expect(await blocked.dialog.findByText(/^The administrator disabled sharing for this video\./)).toBeInTheDocument()
  expect(blocked.dialog.queryByRole('button', { name: 'Create link' })).toBeNull()
})

it.each([
  [refusal('too_many_requests', 429), 'Too many links in one minute. Wait a minute and try again.'],
  [refusal('storage_unavailable', 503), "We can't open the video right now. Try again in a moment."],
  [new NetworkError('network'), "We couldn't create the link. Check your connection and try again."],
])('says why no share link was created, and reloads the links in case one was (%#)', async (error, sentence) => {
  const { dialog, user } = await openDialog(links(), error, links({}))
  await user.click(await dialog.findByRole('button', { name: 'Create link' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(sentence)
  expect(await dialog.findAllByRole('listitem')).toHaveLength(1)
})

it('links to the login in the share dialog if the session has ended', async () => {
  const { dialog } = await openDialog(refusal('unauthorized', 401))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Sign in again to share this video.')
  expect(dialog.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
})

it('sends no share request offline, and says so', async () => {
  const { dialog } = await openDialog(links({}))
  await dialog.findByRole('listitem')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(dialog.getByText(/^You're offline\./)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Create link' })).toBeDisabled()
  expect(dialog.getByRole('button', { name: 'Revoke' })).toBeDisabled()
})

it('hides why a share link was not created while it tries again', async () => {
  const { dialog, user } = await openDialog(links(), refusal('internal', 500), links(), new Promise(() => {}))
  await dialog.findByText('No links yet.')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByRole('alert')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
})
