import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Gallery } from '@/features/gallery/gallery'
import { Post } from '@/features/gallery/post'
import { FILTERS, filmOf, matching, SHOWCASE, type ShowcaseItem } from '@/features/gallery/showcase'
import { hasInput } from '@/lib/browser/input'
import { marginsOf, showInWindow } from '../../../support/app/intersection'

describe('the gallery', () => {
  const scrolled = vi.fn()
  beforeEach(() => {
    scrolled.mockClear()
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element, options) {
      scrolled(this.getAttribute('aria-label'), options)
    }
  })

  const posts = () => screen.queryAllByRole('article')
  const filter = (name: string) => screen.getByRole('button', { name })
  const more = () => screen.queryByRole('button', { name: 'More Videos' })

  function renderGallery(items = SHOWCASE) {
    render(<Gallery items={items} />)
    return userEvent.setup()
  }

  it('shows 8 of all categories at first, and 4 more each time, from the first of which one goes on', async () => {
    const user = renderGallery()
    expect(filter('All')).toHaveAttribute('aria-pressed', 'true')
    const counts = [posts().length]
    while (more()) {
      const before = posts().length
      await user.click(filter('More Videos'))
      expect(posts()[before]).toHaveFocus()
      counts.push(posts().length)
    }
    expect(counts).toEqual([8, 12, 16, 20, 24, 28, 30])
    expect(screen.getByRole('status')).toHaveTextContent('30 of 30 videos shown')
  })

  it('shows 4 of the chosen category and scrolls to the buttons, also on going back to all', async () => {
    const user = renderGallery()
    await user.click(filter('More Videos'))
    await user.click(filter('Product'))
    expect(filter('Product')).toHaveAttribute('aria-pressed', 'true')
    expect(filter('All')).toHaveAttribute('aria-pressed', 'false')
    expect(posts()).toHaveLength(4)
    for (const post of posts()) expect(within(post).getByText('product')).toBeInTheDocument()
    expect(scrolled.mock.calls).toEqual([['Category', { block: 'start', behavior: 'smooth' }]])
    await user.click(filter('More Videos'))
    expect(posts()).toHaveLength(7)
    expect(more()).not.toBeInTheDocument()
    await user.click(filter('All'))
    expect(screen.getByRole('status')).toHaveTextContent('4 of 30 videos shown')
  })

  it('says when there are none', async () => {
    const user = renderGallery(SHOWCASE.filter(({ category }) => category !== 'talk show'))
    await user.click(filter('Talk show'))
    expect(screen.getByText('There are no videos in this category')).toBeInTheDocument()
    expect(more()).not.toBeInTheDocument()
  })

  it('jumps without a movement where less of it is asked for', async () => {
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('reduced-motion'),
      }) as unknown as MediaQueryList
    const user = renderGallery()
    await act(() => user.click(filter('Movie')))
    expect(scrolled).toHaveBeenCalledWith('Category', { block: 'start', behavior: 'auto' })
  })
})

it('has thirty posts of the agreed shape, each once, whose link and frame lead to the same post', () => {
  const item = z.strictObject({
    id: z.string().regex(/^\d{15,20}$/),
    creator: z.string().min(1),
    handle: z.string().regex(/^@\w+$/),
    videoUrl: z.url({ hostname: /^x\.com$/ }),
    embedUrl: z.url({ hostname: /^platform\.twitter\.com$/ }),
    category: z.enum(['animation', 'movie', 'product', 'talk show', 'other']),
    caption: z.string().min(20).max(110),
    model: z.string().min(1),
  })
  expect(z.array(item).safeParse(SHOWCASE).error).toBeUndefined()
  expect(new Set(SHOWCASE.map(({ id }) => id)).size).toBe(30)
  for (const { id, handle, videoUrl, embedUrl } of SHOWCASE) {
    expect(new URL(videoUrl).pathname).toBe(`/${handle.slice(1)}/status/${id}`)
    expect(Object.fromEntries(new URL(embedUrl).searchParams)).toEqual({ id, theme: 'dark', dnt: 'true' })
  }
  expect(FILTERS.flatMap(({ id }) => (id === 'all' ? [] : matching(SHOWCASE, id)))).toHaveLength(30)
})

describe('a post', () => {
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
    hasInput.set(false)
  })

  const post = () => screen.getByRole('article')
  const state = () => post().getAttribute('data-frame')
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  const link = () => screen.queryByRole('link', { name: 'View the post on X' })

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

  it('asks nobody for a frame before it is near', () => {
    render(<Post item={ITEM} />)
    expect(document.querySelector('iframe')).toBeNull()
    expect(state()).toBe('waiting')
    expect(link()).toHaveAttribute('href', ITEM.videoUrl)
    expect(marginsOf(post())).toEqual(['600px 0px'])
    fireEvent.pointerMove(window)
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('asks nobody for a frame before the user has done something, and the scrolling of a browser is not that', () => {
    render(<Post item={ITEM} />)
    act(() => showInWindow(post(), 1))
    fireEvent.scroll(window)
    fireEvent.load(window)
    pass(60_000)
    expect(document.querySelector('iframe')).toBeNull()
    expect(state()).toBe('waiting')
  })

  it.each(['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown'])('asks for a near frame at a %s', (type) => {
    render(<Post item={ITEM} />)
    act(() => showInWindow(post(), 0.01))
    act(() => void window.dispatchEvent(new Event(type)))
    expect(document.querySelector('iframe')).toHaveAttribute('src', ITEM.embedUrl)
    cleanup()
    // What has been seen once holds for every post.
    render(<Post item={ITEM} />)
    act(() => showInWindow(post(), 0.01))
    expect(document.querySelector('iframe')).not.toBeNull()
  })

  it('is embedded dark, not tracked and 550 px high, allowed to show itself and to open links, and nothing else', () => {
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
    ['3 s after it was put in, when there was no load event', null, 3000],
    ['3 s after it was put in, when the load event comes just before', 2900, 3000],
  ])('counts as loaded %s', (_, loadsAt, loadedAt) => {
    const frame = insertFrame()
    pass(loadsAt ?? 0)
    if (loadsAt !== null) fireEvent.load(frame)
    pass(loadedAt - (loadsAt ?? 0) - 1)
    expect(state()).toBe('loading')
    pass(1)
    expect(state()).toBe('loaded')
  })

  it('is seen once it is loaded and has drawn itself, and the card behind is out of the way', () => {
    const frame = insertFrame()
    say(frame, 'twttr.private.rendered')
    expect(frame).toHaveAttribute('inert')
    fireEvent.load(frame)
    pass(800)
    expect(frame).not.toHaveAttribute('inert')
    expect(screen.getByText(ITEM.caption).closest('[inert]')).not.toBeNull()
  })

  it('leaves the card with creator, caption and link as long as the frame is blank or blocked, and may come late', () => {
    const frame = insertFrame()
    fireEvent.load(frame)
    pass(60_000)
    expect(frame).toHaveAttribute('inert')
    for (const text of ['Ada Byron', '@ada', ITEM.caption]) expect(screen.getByText(text)).toBeVisible()
    expect(link()).toHaveAttribute('target', '_blank')
    say(frame, 'twttr.private.resize', { height: 480 })
    expect(frame).not.toHaveAttribute('inert')
  })

  it('that is gone leaves the card', () => {
    const frame = insertFrame()
    say(frame, 'twttr.private.rendered')
    say(frame, 'twttr.private.no_results')
    pass(3000)
    expect(frame).toHaveAttribute('inert')
  })

  it('is seen 3 s after its load event where its code runs, but says nothing that is understood', () => {
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

  it('is not decided by messages of others', () => {
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

  describe('that does not come', () => {
    const film = () => document.querySelector('video')
    const button = (name: RegExp) => screen.queryByRole('button', { name })
    function refuse() {
      const frame = insertFrame()
      expect(film()).toBeNull()
      fireEvent.load(frame)
      pass(800)
      return frame
    }
    const show = (ratio: number) => act(() => showInWindow(film()?.parentElement as Element, ratio))

    it('leaves a silent film of our own behind the words, told apart from the post, which plays where it is seen', () => {
      refuse()
      expect(film()).toHaveAttribute('src', filmOf(ITEM).video)
      expect(film()).toHaveAttribute('poster', filmOf(ITEM).poster)
      expect(film()).toHaveAttribute('preload', 'none')
      expect(film()).toMatchObject({ muted: true, loop: true, paused: true })
      expect(screen.getByText('illustration')).toBeInTheDocument()
      show(0.5)
      expect(film()?.paused).toBe(true)
      show(0.6)
      expect(film()?.paused).toBe(false)
      show(0)
      expect(film()?.paused).toBe(true)
    })

    it('has a film that can be paused, and that is gone when the post comes after all, or its file does not', () => {
      const frame = refuse()
      show(1)
      fireEvent.playing(film() as Element)
      fireEvent.click(button(/^Pause: illustration for Ada/) as Element)
      expect(film()?.paused).toBe(true)
      say(frame, 'twttr.private.rendered')
      expect(film()).toBeNull()
      say(frame, 'twttr.private.no_results')
      fireEvent.error(film() as Element)
      expect(film()).toBeNull()
      expect(button(/illustration/)).toBeNull()
      expect(link()).toHaveAttribute('href', ITEM.videoUrl)
    })

    it.each([
      [
        'less motion',
        () => {
          window.matchMedia = (media) =>
            Object.assign(new EventTarget(), {
              media,
              matches: media.includes('reduced-motion'),
            }) as unknown as MediaQueryList
        },
      ],
      [
        'less data',
        () => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
      ],
    ])('shows the picture alone where %s is asked for', (_, ask) => {
      ask()
      refuse()
      show(1)
      expect(film()).toHaveAttribute('poster', filmOf(ITEM).poster)
      expect(film()?.paused).toBe(true)
      Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true })
    })
  })
})

it('gives neighbours of one category different films', () => {
  for (const { id } of FILTERS) {
    if (id === 'all') continue
    const films = matching(SHOWCASE, id).map((item) => filmOf(item).video)
    for (const [index, film] of films.slice(1).entries()) expect(film).not.toBe(films[index])
    expect(new Set(films).size).toBe(2)
  }
})
