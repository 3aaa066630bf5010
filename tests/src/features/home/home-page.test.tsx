// tests/journeys/home.test.ts tests playing, pausing, and failing footage in a browser.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConsole } from '../../../support/app/console'
import { showInWindow } from '../../../support/app/intersection'
import { renderApp } from '../../../support/app/render-app'

async function home() {
  const app = renderApp({ route: '/' })
  const hero = await screen.findByRole('region', { name: 'AI video generator with realistic sound' })
  // The scroll observer starts after the page is rendered.
  await act(async () => {})
  const video = hero.querySelector('video') as HTMLVideoElement
  return { ...app, hero: within(hero), video, showHero: () => act(() => showInWindow(hero, 1)) }
}

const part = (name: string) => within(screen.getByRole('region', { name }))

it("loads the hero's footage after its poster, and plays it only once its address is set", async () => {
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  const { showHero, video } = await home()
  expect(video).toHaveAttribute('preload', 'none')
  showHero()
  // A browser may forget a play request before the video has an address.
  expect(video).not.toHaveAttribute('src')
  expect(video.paused).toBe(true)
  readyState.mockReturnValue('complete')
  act(() => window.dispatchEvent(new Event('load')))
  expect(video).toHaveAttribute('src', '/videos/hero.mp4')
  expect([video.paused, video.muted, video.loop]).toEqual([false, true, true])
})

it("lets the user hear and scrub the hero's footage on its tracks, and moves the playhead to its time", async () => {
  const { hero, showHero, video, user } = await home()
  showHero()
  await user.click(hero.getByRole('button', { name: 'A1: Turn sound on' }))
  expect(video.muted).toBe(false)
  await user.click(hero.getByRole('button', { name: 'A1: Turn sound off' }))
  expect(video.muted).toBe(true)
  Object.defineProperty(video, 'duration', { value: 8 })
  fireEvent.change(hero.getByRole('slider', { name: 'Seek' }), { target: { value: '0.25' } })
  expect(video.currentTime).toBe(2)
  video.currentTime = 6.5
  fireEvent(video, new Event('seeked'))
  expect(document.querySelector<HTMLElement>('.lanes')?.style.getPropertyValue('--at')).toBe('0.8125')
  expect(hero.getByText('06:12')).toBeInTheDocument()
})

describe('Hero footage in AV1', () => {
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably')
  })

  it("plays the hero's AV1 footage silently until its sound is turned on, and then continues at the same time", async () => {
    const { hero, showHero, video, user } = await home()
    expect(video).toHaveAttribute('src', '/videos/hero.av1.mp4')
    showHero()
    video.currentTime = 3
    await user.click(hero.getByRole('button', { name: 'A1: Turn sound on' }))
    expect(video).toHaveAttribute('src', '/videos/hero.mp4')
    expect([video.muted, video.paused, video.currentTime]).toEqual([false, false, 3])
  })

  it("falls back to MP4 if the hero's AV1 footage fails", async () => {
    const { video } = await home()
    fireEvent.error(video)
    expect(video).toBeInTheDocument()
    expect(video).toHaveAttribute('src', '/videos/hero.mp4')
  })
})

it("shows the drawn night when the hero's footage fails, and logs the failure to the console only", async () => {
  const said = readConsole('error')
  const { hero, video } = await home()
  fireEvent.error(video)
  expect(video).not.toBeInTheDocument()
  expect(document.querySelector('section .night')).not.toBeNull()
  expect(said.mock.calls).toEqual([["Couldn't load the hero video"]])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(hero.getByRole('button', { name: 'V1: Play video' })).toBeDisabled()
  expect(hero.queryByRole('slider')).not.toBeInTheDocument()
})

it("stops the hero's playhead and time when its clip fails during playback", async () => {
  readConsole('error')
  const { hero, video } = await home()
  Object.defineProperty(video, 'duration', { value: 8 })
  video.currentTime = 6.5
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  fireEvent(video, new Event('playing'))
  expect(hero.getByText('06:12')).toBeInTheDocument()
  video.currentTime = 7
  vi.advanceTimersByTime(240)
  expect(hero.getByText('07:00')).toBeInTheDocument()
  fireEvent.error(video)
  expect(vi.getTimerCount()).toBe(0)
  expect(hero.getByText('00:00')).toBeInTheDocument()
  expect(document.querySelector<HTMLElement>('.lanes')?.style.getPropertyValue('--at')).toBe('0.0000')
})

it('lists nine features on the home page, and plays the sound of the first', async () => {
  await home()
  const features = part('Key Features').getAllByRole('article')
  expect(features).toHaveLength(9)
  expect(within(features[0] as HTMLElement).getByRole('button', { name: /^Turn sound on/ })).toBeInTheDocument()
  // Pictures of our screens have a text. Models and prices come from the offered models, so they are drawn.
  const described = features.map((card) => within(card).queryAllByRole('img').length)
  expect(described).toEqual([0, 1, 1, 0, 1, 1, 0, 1, 1])
  expect(features[3]?.querySelector('ul')).toHaveTextContent('Kling 1.620 creditsVeo 2180 creditsVeo 3330 credits')
  expect(features[6]).toHaveTextContent('Generate Video 330 credits')
})

it("links to the generator from the home page's hero, its four steps, and its end", async () => {
  const { hero } = await home()
  const steps = part('Your first video, in four steps')
  expect(steps.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    '1Sign up or log in',
    '2Enter a prompt or upload images',
    '3Customize audio',
    '4Generate, review and download',
  ])
  expect(steps.getAllByRole('listitem')).toHaveLength(4)
  expect(steps.getAllByRole('img')).toHaveLength(4)
  for (const link of [
    hero.getByRole('link', { name: 'Try Now' }),
    steps.getByRole('link', { name: 'Start Your First Video' }),
    part('Write what happens. Hear it happen.').getByRole('link'),
  ])
    expect(link).toHaveAttribute('href', '/create-video')
})

it('shows six questions on the home page, and describes those about all models to search engines in the same words', async () => {
  vi.stubEnv('SSR', true)
  await home()
  expect(part('Questions before you start').getAllByRole('heading', { level: 3 })).toHaveLength(6)
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}')
  const [page, site] = data['@graph']
  expect(site).toMatchObject({ '@type': 'WebSite', name: 'Soundreel', url: 'https://site.test/' })
  expect(page['@type']).toBe('FAQPage')
  // The other three answers depend on the offered models.
  expect(page.mainEntity).toHaveLength(3)
  for (const { name, acceptedAnswer } of page.mainEntity) {
    expect(screen.getByRole('heading', { level: 3, name })).toBeInTheDocument()
    expect(screen.getByText((text) => text.startsWith(acceptedAnswer.text))).toBeInTheDocument()
  }
})
