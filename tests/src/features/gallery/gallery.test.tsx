import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Profiler, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { Gallery } from '@/features/gallery/gallery'
import { FILTERS, filterItems, SHOWCASE } from '@/features/gallery/showcase'
import { askForLessMotion } from '../../../support/app/platform'

/** Clicks a button before the page's useEffects have run. */
function EarlyClick({ on }: { on: () => HTMLElement | null }) {
  useLayoutEffect(() => on()?.click(), [on])
  return null
}

describe('Gallery', () => {
  const scrolled = vi.fn()
  beforeEach(() => {
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

  it('shows 8 gallery posts at first and 4 more per click, and focuses the first new post', async () => {
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

  it('focuses the first new gallery post although the click came before the first effects', () => {
    render(
      <>
        <Gallery items={SHOWCASE} />
        <EarlyClick on={more} />
      </>,
    )
    expect(posts()).toHaveLength(12)
    expect(posts()[8]).toHaveFocus()
  })

  it('focuses the first gallery post of the last click although it came before the effects of the click before', async () => {
    const clickAgain = vi.fn(() => more()?.click())
    const onRender = () => {
      if (posts().length === 12 && clickAgain.mock.calls.length === 0) clickAgain()
    }
    render(
      <Profiler id="gallery" onRender={onRender}>
        <Gallery items={SHOWCASE} />
      </Profiler>,
    )
    await userEvent.click(filter('More Videos'))
    expect(clickAgain).toHaveBeenCalledOnce()
    expect(posts()).toHaveLength(16)
    expect(posts()[12]).toHaveFocus()
  })

  it('shows 4 posts of the chosen category and scrolls to its buttons, also for All', async () => {
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

  it('keeps the chosen gallery category although more posts are requested before its posts are shown', () => {
    renderGallery()
    act(() => {
      flushSync(() => filter('Product').click())
      expect(posts()).toHaveLength(8)
      more()?.click()
    })
    expect(filter('Product')).toHaveAttribute('aria-pressed', 'true')
    expect(posts()).toHaveLength(7)
    expect(posts()[4]).toHaveFocus()
  })

  it('says that a gallery category has no posts', async () => {
    const user = renderGallery(SHOWCASE.filter(({ category }) => category !== 'talk show'))
    await user.click(filter('Talk show'))
    expect(screen.getByText('There are no videos in this category')).toBeInTheDocument()
    expect(more()).not.toBeInTheDocument()
  })

  it("jumps to the gallery's buttons without smooth scrolling if the user prefers reduced motion", async () => {
    askForLessMotion()
    const user = renderGallery()
    await act(() => user.click(filter('Movie')))
    expect(scrolled).toHaveBeenCalledWith('Category', { block: 'start', behavior: 'auto' })
  })
})

it('has thirty different gallery posts of the agreed shape, whose link and frame lead to the same post', () => {
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
  expect(FILTERS.flatMap(({ id }) => (id === 'all' ? [] : filterItems(SHOWCASE, id)))).toHaveLength(30)
})
