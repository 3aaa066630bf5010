import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeConsole } from '../../../support/app/console'
import { showInWindow } from '../../../support/app/intersection'
import { renderApp } from '../../../support/app/render-app'

beforeEach(() => {
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
})

async function home() {
  const app = renderApp({ route: '/' })
  const hero = await screen.findByRole('region', { name: 'AI video generator with realistic sound' })
  // What watches the scrolling is set up after the page is drawn.
  await act(async () => {})
  const video = hero.querySelector('video')
  if (!video) throw new Error('no hero video')
  return { ...app, hero, video }
}

const part = (name: string) => within(screen.getByRole('region', { name }))

describe('the hero', () => {
  it('announces the generator and leads to it', async () => {
    const { hero } = await home()
    expect(within(hero).getByRole('heading', { level: 1 })).toHaveTextContent('AI video generator with realistic sound')
    expect(within(hero).getByRole('link', { name: 'Try Now' })).toHaveAttribute('href', '/create-video')
  })

  it('plays its footage muted and looping, fetched after the poster', async () => {
    const { hero, video } = await home()
    expect(video).toHaveAttribute('preload', 'none')
    expect(hero.querySelector('img')).toHaveAttribute('src', '/images/posters/hero.jpg')
    expect(video.paused).toBe(true)
    act(() => showInWindow(hero, 1))
    expect(video).toHaveAttribute('src', '/videos/hero.mp4')
    expect([video.paused, video.muted, video.loop]).toEqual([false, true, true])
  })

  it('is asked to play only once it has its address: a play before that may be forgotten', async () => {
    const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    const { hero, video } = await home()
    act(() => showInWindow(hero, 1))
    expect(video).not.toHaveAttribute('src')
    expect(video.paused).toBe(true)
    readyState.mockReturnValue('complete')
    act(() => window.dispatchEvent(new Event('load')))
    expect(video).toHaveAttribute('src', '/videos/hero.mp4')
    expect(video.paused).toBe(false)
  })

  it('shows the drawn night when the video fails, and tells only the console', async () => {
    const said = takeConsole('error')
    const { hero, video } = await home()
    fireEvent.error(video)
    expect(hero.querySelector('video')).toBeNull()
    expect(hero.querySelector('.night')).not.toBeNull()
    expect(said.mock.calls).toEqual([['The hero video could not be loaded']])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(within(hero).getByRole('button', { name: 'V1: Play the film' })).toBeDisabled()
    expect(within(hero).queryByRole('slider')).not.toBeInTheDocument()
  })

  it('can be paused, heard and scrubbed on its tracks', async () => {
    const { hero, video, user } = await home()
    act(() => showInWindow(hero, 1))
    await user.click(within(hero).getByRole('button', { name: 'A1: Turn its sound on' }))
    expect(video.muted).toBe(false)
    await user.click(within(hero).getByRole('button', { name: 'A1: Turn its sound off' }))
    expect(video.muted).toBe(true)
    await user.click(within(hero).getByRole('button', { name: 'V1: Pause the film' }))
    expect(video.paused).toBe(true)
    Object.defineProperty(video, 'duration', { value: 8 })
    fireEvent.change(within(hero).getByRole('slider', { name: 'Position in the film' }), { target: { value: '0.25' } })
    expect(video.currentTime).toBe(2)
  })

  it('has a playhead that stands where the picture is', async () => {
    const { hero, video } = await home()
    Object.defineProperty(video, 'duration', { value: 8 })
    video.currentTime = 6.5
    fireEvent(video, new Event('seeked'))
    expect(hero.querySelector<HTMLElement>('.lanes')?.style.getPropertyValue('--at')).toBe('0.8125')
    expect(within(hero).getByText('06:12')).toBeInTheDocument()
  })
})

it('has nine feature cards', async () => {
  await home()
  expect(part('Key Features').getAllByRole('article')).toHaveLength(9)
})

it('lets one hear what the first feature says, over the sound of the clip itself', async () => {
  const { user } = await home()
  const feature = part('Key Features').getAllByRole('article')[0]
  const clip = feature?.querySelector('video')
  if (!feature || !clip) throw new Error('no clip')
  expect(clip).toHaveAttribute('preload', 'none')
  expect(feature.querySelector('.lanes path')?.getAttribute('d')?.length).toBeGreaterThan(500)
  act(() => showInWindow(clip.parentElement as Element, 1))
  expect([clip.paused, clip.muted]).toEqual([false, true])
  await user.click(within(feature).getByRole('button', { name: /^Turn sound on/ }))
  expect(clip.muted).toBe(false)
})

it('has four steps and the way to start', async () => {
  await home()
  const steps = part('Your first video, in four steps')
  expect(steps.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    '1Sign up or log in',
    '2Enter a prompt or upload images',
    '3Customize audio',
    '4Generate, review and download',
  ])
  expect(steps.getByRole('link', { name: 'Start Your First Video' })).toHaveAttribute('href', '/create-video')
})

it('has six questions under one name, the first of them open', async () => {
  await home()
  const details = [...document.querySelectorAll('details')]
  expect(details.map(({ open }) => open)).toEqual([true, false, false, false, false, false])
  expect(new Set(details.map((item) => item.getAttribute('name'))).size).toBe(1)
})

it('describes its questions to search engines as they stand', async () => {
  await home()
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}')
  const [page, site] = data['@graph']
  expect(site).toMatchObject({ '@type': 'WebSite', name: 'Soundreel', url: 'https://site.test/' })
  expect(page['@type']).toBe('FAQPage')
  expect(page.mainEntity).toHaveLength(6)
  for (const { name, acceptedAnswer } of page.mainEntity) {
    expect(screen.getByRole('heading', { level: 3, name })).toBeInTheDocument()
    expect(screen.getByText((text) => text.startsWith(acceptedAnswer.text))).toBeInTheDocument()
  }
})

it('ends with a way to create', async () => {
  await home()
  expect(part('Write what happens. Hear it happen.').getByRole('link')).toHaveAttribute('href', '/create-video')
})
