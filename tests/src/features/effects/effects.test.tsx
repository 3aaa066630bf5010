// tests/journeys/marketing-pages.test.ts tests these pages in a browser.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EXAMPLES } from '@/features/effects/asmr/examples'
import { SCENES, writePrompt } from '@/features/effects/kissing/scenes'
import { showInWindow } from '../../../support/app/intersection'
import { renderApp } from '../../../support/app/render-app'

async function open(route: string) {
  const app = renderApp({ route })
  await screen.findByRole('heading', { level: 1 })
  // The scroll observer starts after the page is rendered.
  await act(async () => {})
  return { ...app, main: within(screen.getByRole('main')) }
}

it.each([
  ['/video-effects', 'AI Video Effects & Templates | Soundreel'],
  ['/asmr-video', 'Create ASMR Videos with AI | Soundreel'],
  ['/ai-french-kissing', 'AI French Kissing Video Generator | Soundreel'],
])('sets the title and canonical address of %s, and restores the former ones on leaving', async (path, title) => {
  const { router } = await open('/')
  const before = document.title
  const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href')
  await act(() => router.navigate(path))
  await waitFor(() => expect(document.title).toBe(title))
  expect(canonical()).toBe(`https://site.test${path}`)
  await act(() => router.navigate('/'))
  await waitFor(() => expect(document.title).toBe(before))
  expect(canonical()).toBe('https://site.test/')
})

it('shows effect categories as pills, several marked NEW; one pill is selected at a time and filters nothing', async () => {
  const { main, user } = await open('/video-effects')
  const pills = within(main.getByRole('group', { name: 'Categories' })).getAllByRole('button')
  expect(pills.map((pill) => pill.textContent.trim())).toEqual([
    'All',
    'Interaction NEW',
    'Appearance',
    'Emotions',
    'Entertainment',
    'Hero/Villain NEW',
    'Horror/Fantasy',
    'Xmas NEW',
    'Others',
  ])
  const chosen = () => pills.filter((pill) => pill.getAttribute('aria-pressed') === 'true')
  expect(chosen()).toEqual([pills[0]])
  for (const pill of [pills[1], pills[7], pills[7]]) {
    await user.click(pill as HTMLElement)
    expect(chosen()).toEqual([pill])
    expect(main.getAllByRole('article')).toHaveLength(2)
  }
})

it('links both effects with the badges HOT and NEW, and labels the banner as coming soon', async () => {
  const { main, user, router } = await open('/video-effects')
  const cards = main
    .getAllByRole('article')
    .map((card) => [
      within(card).getByRole('link').getAttribute('href'),
      within(card).queryByText('Hot') !== null,
      within(card).queryByText('New') !== null,
    ])
  expect(cards).toEqual([
    ['/ai-french-kissing', true, false],
    ['/asmr-video', false, true],
  ])
  const button = main.getByRole('button', { name: 'Create AI Video Now' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('Coming soon')
  await user.click(button)
  expect(router.state.location.pathname).toBe('/video-effects')
})

it('fades in an ASMR example at 0.05, and plays its video muted in a loop with controls at 0.3', async () => {
  const { main } = await open('/asmr-video')
  expect(EXAMPLES.map(({ footage }) => footage.video)).toEqual(
    ['asmr1', 'asmr2', 'asmr3'].map((n) => `/videos/${n}.mp4`),
  )
  const [, article] = main.getAllByRole('article')
  const block = article?.closest('[data-shown]') as Element
  const frame = article?.querySelector('[data-shown]') as Element
  const video = article?.querySelector('video') as HTMLVideoElement
  const show = (ratio: number) =>
    act(() => {
      for (const element of [block, frame, video.parentElement as Element]) showInWindow(element, ratio)
    })
  const state = () => [block, frame].map((element) => element.getAttribute('data-shown'))
  show(0.04)
  expect(state()).toEqual(['false', 'false'])
  show(0.29)
  expect(state()).toEqual(['true', 'false'])
  expect(video.paused).toBe(true)
  show(0.3)
  expect(state()).toEqual(['true', 'true'])
  expect(video).toHaveAttribute('src', '/videos/asmr2.mp4')
  expect([video.paused, video.muted, video.loop, video.controls]).toEqual([false, true, true, true])
  show(0)
  expect(state()).toEqual(['true', 'true'])
})

it('copies a prompt and says where to paste it, or what to do if copying is not allowed', async () => {
  const { main, user } = await open('/asmr-video')
  const copy = main.getAllByRole('button', { name: 'Copy prompt' })[2] as HTMLElement
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe(EXAMPLES[2]?.prompt)
  expect(screen.getByText('Copied. Paste it into the video generator.')).toBeVisible()
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await user.click(copy)
  expect(await screen.findByRole('alert')).toHaveTextContent('Your browser blocked copying.')
})

it.each([
  ['/asmr-video', () => EXAMPLES[1]?.prompt],
  ['/ai-french-kissing', () => SCENES[1] && writePrompt(SCENES[1])],
])('puts a prompt from %s into the generator, where Undo restores the former text', async (route, prompt) => {
  const { user, router } = await open(route)
  await act(() => router.navigate('/create-video'))
  await user.click(await screen.findByRole('tab', { name: 'Image to Video' }))
  await user.type(screen.getByLabelText('Prompt'), 'a fox')
  await act(async () => router.go(-1))
  const links = await within(screen.getByRole('main')).findAllByRole('link', { name: 'Use this prompt' })
  const given = new URLSearchParams({ prompt: prompt() ?? '' })
  expect(links[1]).toHaveAttribute('href', `/create-video?${given}`)
  await user.click(links[1] as HTMLElement)
  await screen.findByRole('tab', { name: 'Text to Video', selected: true })
  expect(screen.getByLabelText('Prompt')).toHaveValue(prompt())
  // The prompt is applied once. A reload must not apply it again.
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByLabelText('Prompt')).toHaveValue('a fox')
})

it('leads from the ASMR page to the generator beside a looping preview', async () => {
  const { main } = await open('/asmr-video')
  expect(main.getByText('Ready in seconds').closest('figure')?.querySelector('video')).toHaveProperty('loop', true)
  expect(main.getByRole('link', { name: 'Create ASMR Video Now' })).toHaveAttribute('href', '/create-video')
})

it('leads from the kissing page to the generator, states who must consent, and offers scenes as prompts', async () => {
  const { main, user, router } = await open('/ai-french-kissing')
  expect(main.getByText(/^Everyone in an image must have consented/)).toBeInTheDocument()
  expect(main.getByText(/^Adults only\./)).toBeInTheDocument()
  expect(main.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms-of-service')
  expect(SCENES[0] && writePrompt(SCENES[0])).toMatch(/^Railway platform, early morning\. Two adults .+ Sound: /)
  await user.click(main.getByRole('link', { name: 'Describe the scene' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/create-video'))
})
