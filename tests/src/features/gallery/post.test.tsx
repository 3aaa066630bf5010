import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Post } from '@/features/gallery/post'
import type { ShowcaseItem } from '@/features/gallery/showcase'
import { marginsOf, showInWindow } from '../../../support/app/intersection'

const ITEM: ShowcaseItem = {
  id: '1929615615133966391',
  creator: 'Ada Byron (@ada)',
  handle: '@ada',
  videoUrl: 'https://x.com/ada/status/1929615615133966391',
  embedUrl: 'https://platform.twitter.com/embed/Tweet.html?id=1929615615133966391&theme=dark&dnt=true',
  category: 'movie',
  caption: 'An engine computes, with a full score.',
  model: 'Veo 3',
}

beforeEach(() => {
  vi.useFakeTimers()
})

const post = () => screen.getByRole('article')
const frame = () => document.querySelector('iframe')
const state = () => post().getAttribute('data-frame')
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const link = () => screen.queryByRole('link', { name: 'View the post on X' })

function insertFrame(): HTMLIFrameElement {
  render(<Post item={ITEM} />)
  act(() => showInWindow(post(), 0.01))
  const inserted = frame()
  if (!inserted) throw new Error('no frame')
  return inserted
}

it('gives the frame what a post needs to show itself and to open links in new tabs, and nothing else', () => {
  expect(insertFrame().getAttribute('sandbox')?.split(' ').sort()).toEqual([
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
    'allow-scripts',
  ])
})

function say(source: HTMLIFrameElement, method: string, params: object = {}, origin = 'https://platform.twitter.com') {
  const data = { 'twttr.embed': { jsonrpc: '2.0', method, params: [params] } }
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: source.contentWindow }))
  })
}

it('asks nobody for a frame before it is near', () => {
  render(<Post item={ITEM} />)
  expect(frame()).toBeNull()
  expect(state()).toBe('waiting')
  expect(link()).toHaveAttribute('href', ITEM.videoUrl)
  expect(marginsOf(post())).toEqual(['600px 0px'])
})

it('embeds the post dark, not tracked and 550 px high, and names its frame', () => {
  const inserted = insertFrame()
  expect(inserted).toHaveAttribute('src', ITEM.embedUrl)
  expect(inserted).toHaveAttribute('height', '550')
  expect(inserted).toHaveAttribute('title', 'Post by Ada Byron (@ada)')
  expect(state()).toBe('loading')
})

describe('when it counts as loaded', () => {
  it('is 800 ms after its load event', () => {
    fireEvent.load(insertFrame())
    pass(799)
    expect(state()).toBe('loading')
    pass(1)
    expect(state()).toBe('loaded')
  })

  it('is 3 s after it was put in, when there was no load event', () => {
    insertFrame()
    pass(2999)
    expect(state()).toBe('loading')
    pass(1)
    expect(state()).toBe('loaded')
  })

  it('is 3 s also when the load event comes just before', () => {
    const inserted = insertFrame()
    pass(2900)
    fireEvent.load(inserted)
    pass(100)
    expect(state()).toBe('loaded')
  })
})

describe('what is seen', () => {
  it('is the post once it is loaded and has drawn itself, and the card behind is out of the way', () => {
    const inserted = insertFrame()
    say(inserted, 'twttr.private.rendered')
    expect(inserted).toHaveAttribute('inert')
    fireEvent.load(inserted)
    pass(800)
    expect(inserted).not.toHaveAttribute('inert')
    expect(inserted).not.toHaveClass('opacity-0')
    expect(screen.getByText(ITEM.caption).closest('[inert]')).not.toBeNull()
  })

  it('is the card with creator, caption and link, as long as the frame is blank or blocked', () => {
    const inserted = insertFrame()
    fireEvent.load(inserted)
    pass(60_000)
    expect(inserted).toHaveClass('opacity-0')
    expect(inserted).toHaveAttribute('inert')
    expect(screen.getByText('Ada Byron')).toBeVisible()
    expect(screen.getByText('@ada')).toBeVisible()
    expect(screen.getByText(ITEM.caption)).toBeVisible()
    expect(link()).toHaveAttribute('target', '_blank')
  })

  it('is the post also when it draws itself late', () => {
    const inserted = insertFrame()
    pass(9000)
    say(inserted, 'twttr.private.resize', { height: 480 })
    expect(inserted).not.toHaveAttribute('inert')
  })

  it('is the card for a post that is gone', () => {
    const inserted = insertFrame()
    say(inserted, 'twttr.private.rendered')
    say(inserted, 'twttr.private.no_results')
    pass(3000)
    expect(inserted).toHaveAttribute('inert')
  })

  it('is not decided by messages of others', () => {
    const inserted = insertFrame()
    say(inserted, 'twttr.private.rendered', {}, 'https://elsewhere.test')
    say(inserted, 'twttr.private.resize', { height: 0 })
    say(inserted, 'twttr.private.initialized')
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data: 'hello', source: inserted.contentWindow }))
      window.dispatchEvent(
        new MessageEvent('message', {
          data: { 'twttr.embed': { method: 'twttr.private.rendered' } },
          origin: 'https://platform.twitter.com',
          source: window,
        }),
      )
    })
    pass(3000)
    expect(inserted).toHaveAttribute('inert')
  })
})
