import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Post } from '@/features/gallery/post'
import type { ShowcaseItem } from '@/features/gallery/showcase'
import { hasUserInput } from '@/lib/browser/input'
import { getMargins, showInWindow } from '../../../support/app/intersection'

describe('Gallery post', () => {
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
    hasUserInput.set(false)
  })

  const post = () => screen.getByRole('article')
  const state = () => post().getAttribute('data-frame')
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  const link = () => screen.queryByRole('link', { name: 'View on X' })

  function insertFrame(): HTMLIFrameElement {
    render(<Post item={ITEM} />)
    act(() => showInWindow(post(), 0.01))
    fireEvent.pointerMove(window)
    return document.querySelector('iframe') as HTMLIFrameElement
  }

  function say(source: HTMLIFrameElement, method: string, params = {}, origin = 'https://platform.twitter.com') {
    const data = { 'twttr.embed': { jsonrpc: '2.0', method, params: [params] } }
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: source.contentWindow }))
    })
  }

  it('loads no frame of a gallery post before the post is near the window', () => {
    render(<Post item={ITEM} />)
    expect(document.querySelector('iframe')).toBeNull()
    expect(state()).toBe('waiting')
    expect(link()).toHaveAttribute('href', ITEM.videoUrl)
    expect(getMargins(post())).toEqual(['600px 0px'])
    fireEvent.pointerMove(window)
    expect(document.querySelector('iframe')).toBeNull()
  })

  it.each(['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown'])('loads a gallery post at a %s', (type) => {
    render(<Post item={ITEM} />)
    act(() => showInWindow(post(), 0.01))
    act(() => void window.dispatchEvent(new Event(type)))
    expect(document.querySelector('iframe')).toHaveAttribute('src', ITEM.embedUrl)
    cleanup()
    // After one action of the user, every later post loads.
    render(<Post item={ITEM} />)
    act(() => showInWindow(post(), 0.01))
    expect(document.querySelector('iframe')).not.toBeNull()
  })

  it('embeds a gallery post dark, untracked, 550 px high, with only the rights to show itself and open links', () => {
    const frame = insertFrame()
    expect(frame).toHaveAttribute('src', ITEM.embedUrl)
    expect(frame).toHaveAttribute('height', '550')
    expect(frame).toHaveAttribute('title', 'Post by Ada Byron (@ada)')
    expect(frame.getAttribute('sandbox')?.split(' ').sort()).toEqual([
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ])
  })

  it.each([
    ['800 ms after its load event', 0, 800],
    ['3 s after its insertion without a load event', null, 3000],
    ['3 s after its insertion with a load event just before', 2900, 3000],
  ])("treats a gallery post's frame as loaded %s", (_, loadsAt, loadedAt) => {
    const frame = insertFrame()
    pass(loadsAt ?? 0)
    if (loadsAt !== null) fireEvent.load(frame)
    pass(loadedAt - (loadsAt ?? 0) - 1)
    expect(state()).toBe('loading')
    pass(1)
    expect(state()).toBe('loaded')
  })

  it('shows a gallery post once its frame has loaded and rendered, and hides the card behind it', () => {
    const frame = insertFrame()
    say(frame, 'twttr.private.rendered')
    expect(frame).toHaveAttribute('inert')
    fireEvent.load(frame)
    pass(800)
    expect(frame).not.toHaveAttribute('inert')
    expect(screen.getByText(ITEM.caption).closest('[inert]')).not.toBeNull()
  })

  it("shows a gallery post's card while the frame is blank or blocked, even if the frame loads late", () => {
    const frame = insertFrame()
    fireEvent.load(frame)
    pass(60_000)
    expect(frame).toHaveAttribute('inert')
    for (const text of ['Ada Byron', '@ada', ITEM.caption, 'movie', 'Veo 3'])
      expect(screen.getByText(text)).toBeVisible()
    // A picture or clip of ours would claim to show the post.
    expect(post().querySelector('img, video')).toBeNull()
    expect(link()).toHaveAttribute('target', '_blank')
    say(frame, 'twttr.private.resize', { height: 480 })
    expect(frame).not.toHaveAttribute('inert')
  })

  it('shows the card of a gallery post that was deleted', () => {
    const frame = insertFrame()
    say(frame, 'twttr.private.rendered')
    say(frame, 'twttr.private.no_results')
    pass(3000)
    expect(frame).toHaveAttribute('inert')
  })

  it('shows a gallery post 3 s after its load event if its script runs but sends no known message', () => {
    const frame = insertFrame()
    pass(2000)
    fireEvent.load(frame)
    say(frame, 'twttr.private.initialized')
    pass(2999)
    expect(frame).toHaveAttribute('inert')
    pass(1)
    expect(frame).not.toHaveAttribute('inert')
    say(frame, 'twttr.private.no_results')
    say(frame, 'twttr.private.initialized')
    expect(frame).toHaveAttribute('inert')
  })

  it('ignores messages from other sources when it decides whether to show a gallery post', () => {
    const frame = insertFrame()
    say(frame, 'twttr.private.rendered', {}, 'https://elsewhere.test')
    const data = { 'twttr.embed': { method: 'twttr.private.rendered' } }
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data: 'hello', source: frame.contentWindow }))
      window.dispatchEvent(
        new MessageEvent('message', { data, origin: 'https://platform.twitter.com', source: window }),
      )
    })
    fireEvent.load(frame)
    pass(60_000)
    expect(frame).toHaveAttribute('inert')
  })
})
