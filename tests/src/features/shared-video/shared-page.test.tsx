import type { SharedVideo } from '@contract/shares'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError, NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { renderApp } from '../../../support/app/render-app'

const TOKEN = 'Ab3_efghijklmnopqrst-v'
const video: SharedVideo = {
  title: 'Morning',
  prompt: null,
  modelName: 'Veo 3',
  aspectRatio: '16:9',
  durationSeconds: 8.04,
  hasSound: true,
  mark: 'ai',
  createdOn: '2026-11-20',
  expiresAt: '2026-12-20T00:00:00Z',
  isIndexed: false,
  videoUrl: '/files/a.mp4?token=1',
  poster: { url: '/files/a.jpg', width: 1280, height: 720 },
  peaks: [0, 50, 100],
}

const answer = (data: unknown) => ({ success: true, message: '', data })

/** Opens a share link. The server sends each response once, in this order. */
function openLink(...answers: (Partial<SharedVideo> | Error)[]) {
  return openAddress(TOKEN, ...answers)
}

function openAddress(token: string, ...answers: (Partial<SharedVideo> | Error)[]) {
  return renderApp({
    route: `/s/${token}`,
    prepare({ api }) {
      for (const one of answers) {
        if (one instanceof Error) api.request.mockRejectedValueOnce(one)
        else api.request.mockResolvedValueOnce(answer({ ...video, ...one }))
      }
    },
  })
}
const player = () => screen.findByLabelText<HTMLVideoElement>('Morning')
const robots = () => document.head.querySelector('meta[name="robots"]')?.getAttribute('content')

it('shows a shared video in our player, and says in one line how it was made', async () => {
  const { api } = openLink({})
  expect(await screen.findByRole('heading', { level: 1, name: 'Morning' })).toBeInTheDocument()
  const clip = await player()
  expect(clip).toHaveAttribute('src', '/files/a.mp4?token=1')
  expect(clip).toHaveAttribute('poster', '/files/a.jpg')
  expect(
    screen.getByText('Made with AI by Veo 3. 8 s, 16:9, with sound. Created November 20, 2026.'),
  ).toBeInTheDocument()
  expect(await screen.findByRole('slider', { name: 'Seek' })).toBeInTheDocument()
  expect(clip).not.toHaveAttribute('autoplay')
  expect(screen.getByRole('link', { name: 'Make your own' })).toHaveAttribute('href', '/')
  expect(screen.queryByRole('heading', { name: 'Prompt' })).toBeNull()
  expect(document.title).toBe('Morning')
  // The request is sent without the token of a signed-in viewer.
  expect(api.request).toHaveBeenCalledWith({ method: 'GET', path: `/api/shared/${TOKEN}`, isPublic: true })
})

it('says that a shared local preview was drawn by a program', async () => {
  openLink({ mark: 'algorithm', hasSound: false, durationSeconds: null })
  expect(
    await screen.findByText(/^Drawn by a program, not by AI, as a preview of Veo 3\. 16:9, without sound\./),
  ).toBeInTheDocument()
})

it("shows a shared video's prompt to try if the owner allows it, and a name for a video without a title", async () => {
  openLink({ title: '', prompt: 'A heron at dawn' })
  expect(await screen.findByText('A heron at dawn')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'A video made with Soundreel' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Try this prompt' })).toHaveAttribute(
    'href',
    '/create-video?prompt=A+heron+at+dawn',
  )
})

it('hides a shared video from search engines unless the owner lets them list the page', async () => {
  const { unmount } = openLink({})
  // Before the response, the prerendered file decides.
  expect(robots()).toBeUndefined()
  await player()
  expect(robots()).toBe('noindex')
  unmount()
  openLink({ isIndexed: true })
  await player()
  expect(robots()).toBeUndefined()
})

it("shows the same message for every share link that doesn't work", async () => {
  openLink(new UnexpectedResponseError(404, null))
  const notice = await screen.findByRole('alert')
  expect(within(notice).getByRole('heading', { name: 'Video not found' })).toBeInTheDocument()
  expect(notice).toHaveTextContent("This link doesn't exist, has expired, or was revoked, or its video is gone.")
  expect(within(notice).queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(await within(notice).findByText('No signal')).toBeInTheDocument()
})

it.each(['Ab3_efghijk', `${TOKEN}x`])('asks for the whole share link for the address %s', async (token) => {
  openAddress(token, new UnexpectedResponseError(404, null))
  const notice = await screen.findByRole('alert')
  expect(within(notice).getByRole('heading', { name: "This link isn't complete" })).toBeInTheDocument()
})

it('says that a share link ended while its page was open', async () => {
  openLink({}, new UnexpectedResponseError(404, null))
  fireEvent.error(await player())
  expect(await screen.findByRole('heading', { name: 'This link has ended' })).toBeInTheDocument()
  expect(screen.queryByLabelText('Morning')).toBeNull()
})

it("says that a shared video's file is gone, and opens the link again", async () => {
  const { user } = openLink({ videoUrl: null }, { videoUrl: null }, {})
  expect(await screen.findByRole('heading', { name: "We can't open this video" })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await player()).toHaveAttribute('src', '/files/a.mp4?token=1')
})

it.each([
  ["We couldn't load this video", new NetworkError('network')],
  ['Too many requests', new UnexpectedResponseError(429, null)],
])('says “%s” for a shared video that failed to load, and loads it again', async (title, error) => {
  const { user } = openLink(error, {})
  const notice = await screen.findByRole('alert')
  expect(within(notice).getByRole('heading', { name: title })).toBeInTheDocument()
  await user.click(within(notice).getByRole('button', { name: 'Try again' }))
  expect(await player()).toBeInTheDocument()
})

it("uses the poster from the shared page's prerendered file", async () => {
  const file = document.body.appendChild(document.createElement('div'))
  file.innerHTML = '<div data-poster="wide"><img src="https://files.test/first.jpg" alt=""></div>'
  openLink({})
  expect(await player()).toHaveAttribute('poster', 'https://files.test/first.jpg')
  file.remove()
})

it('requests a fresh address for an expired shared video, and continues at the same second', async () => {
  const { api } = openLink({}, { videoUrl: '/files/a.mp4?token=2' })
  const clip = await player()
  clip.currentTime = 5
  fireEvent.error(clip)
  await expect.poll(() => clip.getAttribute('src')).toBe('/files/a.mp4?token=2')
  expect(api.request).toHaveBeenLastCalledWith({
    method: 'GET',
    path: `/api/shared/${TOKEN}?again=true`,
    isPublic: true,
  })
  clip.currentTime = 0
  fireEvent.loadedMetadata(clip)
  expect(clip.currentTime).toBe(5)
  fireEvent.error(clip)
  expect(await screen.findByText("We couldn't play this video. Reload the page to try again.")).toBeInTheDocument()
  expect(api.request).toHaveBeenCalledTimes(2)
})

async function openReport() {
  const app = openLink({})
  await app.user.click(await screen.findByText('Report this video'))
  await screen.findByRole('button', { name: 'Send report' })
  const send = () => app.user.click(screen.getByRole('button', { name: 'Send report' }))
  return { ...app, send }
}

it('sends a report without the token of a signed-in viewer', async () => {
  const { admin, user, send } = await openReport()
  await send()
  expect(admin.request).not.toHaveBeenCalled()
  admin.request.mockResolvedValueOnce(answer({}))
  await user.selectOptions(screen.getByLabelText('Reason'), "It shows someone who didn't agree to it")
  await user.type(screen.getByLabelText('Details (optional)'), ' That is me. ')
  await send()
  const thanks = await screen.findByText('Thank you. We will look at this video.')
  expect(thanks).toHaveFocus()
  expect(admin.request).toHaveBeenCalledExactlyOnceWith({
    method: 'POST',
    path: `/api/shared/${TOKEN}/report`,
    body: { reason: 'consent', details: 'That is me.' },
    retries: 0,
  })
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull()
})

it.each([
  [new NetworkError('network'), "We couldn't send your report. Check your connection and try again."],
  [
    new ApiError({ status: 429, code: 'too_many_requests', message: '' }),
    'You sent several reports in the last minute. Wait a minute and try again.',
  ],
  [
    new ApiError({ status: 404, code: 'not_found', message: '' }),
    'This link no longer works, so nobody else can open it.',
  ],
])("says why a report wasn't sent, and keeps its text (%#)", async (error, sentence) => {
  const { admin, user, send } = await openReport()
  admin.request.mockRejectedValueOnce(error)
  await user.selectOptions(screen.getByLabelText('Reason'), 'Something else')
  await user.type(screen.getByLabelText('Details (optional)'), 'Words')
  await send()
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByLabelText('Details (optional)')).toHaveValue('Words')
})
