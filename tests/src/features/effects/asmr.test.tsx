import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EXAMPLES } from '@/features/effects/asmr/examples'
import { showInWindow } from '../../../support/app/intersection'
import { renderApp } from '../../../support/app/render-app'

async function open() {
  const app = renderApp({ route: '/asmr-video' })
  await screen.findByRole('heading', { level: 1, name: /create asmr videos/i })
  // What watches the scrolling is set up after the page is drawn.
  await act(async () => {})
  return { ...app, main: within(screen.getByRole('main')) }
}

/** The parts of one example that fade in: the block, and in it the video. */
async function openExample(index: number) {
  const { main } = await open()
  const example = EXAMPLES[index]
  if (!example) throw new Error('no such example')
  const article = main.getByRole('article', { name: example.title })
  const block = article.closest('[data-shown]')
  const frame = article.querySelector('[data-shown]')
  const video = article.querySelector('video')
  const clip = video?.parentElement
  if (!block || !frame || !video || !clip) throw new Error('the example lacks a part')
  return { article, block, frame, video, clip }
}

it('sets its title and canonical address, and puts the default ones back on leaving', async () => {
  const { user, router } = renderApp({ route: '/' })
  await screen.findByRole('heading', { level: 1 })
  const before = document.title
  const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href')
  await act(() => router.navigate('/asmr-video'))
  await waitFor(() => expect(document.title).toBe('Create ASMR Videos with AI | Soundreel'))
  expect(canonical()).toBe('https://site.test/asmr-video')
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(document.title).toBe(before))
  expect(canonical()).toBe('https://site.test/')
})

it('shows three examples, each a video beside its title and its prompt', async () => {
  const { main } = await open()
  expect(main.getAllByRole('article')).toHaveLength(3)
  EXAMPLES.forEach(({ title, prompt, footage }, index) => {
    const article = within(main.getByRole('article', { name: title }))
    expect(article.getByRole('heading', { level: 3, name: title })).toBeInTheDocument()
    expect(article.getByText(prompt)).toBeInTheDocument()
    expect(article.getByLabelText(footage.description)).toBeInstanceOf(HTMLVideoElement)
    expect(footage.video).toBe(`/videos/asmr${index + 1}.mp4`)
  })
})

it('fades a block in at 0.05 and its video at 0.3, where it plays muted, looping, with controls', async () => {
  const { block, frame, video, clip } = await openExample(1)
  const show = (element: Element, ratio: number) => act(() => showInWindow(element, ratio))
  expect(block).toHaveAttribute('data-shown', 'false')
  show(block, 0.04)
  expect(block).toHaveAttribute('data-shown', 'false')
  show(block, 0.05)
  expect(block).toHaveAttribute('data-shown', 'true')
  show(frame, 0.29)
  show(clip, 0.29)
  expect(frame).toHaveAttribute('data-shown', 'false')
  expect(video.paused).toBe(true)
  show(frame, 0.3)
  show(clip, 0.3)
  expect(frame).toHaveAttribute('data-shown', 'true')
  expect(video).toHaveAttribute('src', '/videos/asmr2.mp4')
  expect([video.paused, video.muted, video.loop, video.controls]).toEqual([false, true, true, true])
})

it('has an overlay over each video that turns its sound on', async () => {
  const { article, video, clip } = await openExample(0)
  act(() => showInWindow(clip, 1))
  fireEvent.click(within(article).getByRole('button', { name: /^Turn sound on/ }))
  expect(video.muted).toBe(false)
  expect(video.paused).toBe(false)
  expect(within(article).queryByRole('button', { name: /^Turn sound on/ })).not.toBeInTheDocument()
})

it('copies a prompt, and says where to paste it', async () => {
  const { main, user } = await open()
  await user.click(main.getAllByRole('button', { name: 'Copy prompt' })[2] as HTMLElement)
  expect(await navigator.clipboard.readText()).toBe(EXAMPLES[2]?.prompt)
  expect(screen.getByText('Copied. Paste it into the prompt of the video generator.')).toBeVisible()
})

it('says what to do where copying is not allowed', async () => {
  const { main, user } = await open()
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await user.click(main.getAllByRole('button', { name: 'Copy prompt' })[0] as HTMLElement)
  expect(await screen.findByRole('alert')).toHaveTextContent('This browser did not allow copying.')
})

it('explains what an ASMR video is, and leads to the generator beside a preview', async () => {
  const { main, user, router } = await open()
  expect(main.getByRole('heading', { level: 2, name: "What's an ASMR Video?" })).toBeInTheDocument()
  const preview = main.getByText('Ready in seconds').closest('figure')
  expect(preview?.querySelector('video')).toHaveProperty('loop', true)
  expect(preview?.querySelector('video')).toHaveAttribute('poster', '/images/posters/ready.jpg')
  await user.click(main.getByRole('link', { name: 'Create ASMR Video Now' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/create-video'))
})
