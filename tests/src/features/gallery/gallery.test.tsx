import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Gallery } from '@/features/gallery/gallery'
import { SHOWCASE } from '@/features/gallery/showcase'

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

describe('how many', () => {
  it('shows 8 of all categories at first, and 4 more each time until all are there', async () => {
    const user = renderGallery()
    expect(filter('All')).toHaveAttribute('aria-pressed', 'true')
    const counts = [posts().length]
    while (more()) {
      await user.click(screen.getByRole('button', { name: 'More Videos' }))
      counts.push(posts().length)
    }
    expect(counts).toEqual([8, 12, 16, 20, 24, 28, 30])
    expect(screen.getByRole('status')).toHaveTextContent('30 of 30 videos shown')
  })

  it('moves the focus to the first of the new ones', async () => {
    const user = renderGallery()
    await user.click(screen.getByRole('button', { name: 'More Videos' }))
    expect(posts()[8]).toHaveFocus()
  })
})

describe('categories', () => {
  it('shows 4 of the chosen one and scrolls to the buttons', async () => {
    const user = renderGallery()
    await user.click(screen.getByRole('button', { name: 'More Videos' }))
    await user.click(filter('Product'))
    expect(filter('Product')).toHaveAttribute('aria-pressed', 'true')
    expect(filter('All')).toHaveAttribute('aria-pressed', 'false')
    expect(posts()).toHaveLength(4)
    for (const post of posts()) expect(within(post).getByText('product')).toBeInTheDocument()
    expect(scrolled.mock.calls).toEqual([['Category', { block: 'start', behavior: 'smooth' }]])
    await user.click(screen.getByRole('button', { name: 'More Videos' }))
    expect(posts()).toHaveLength(7)
    expect(more()).not.toBeInTheDocument()
  })

  it('begins at the first post again, where they are swiped', async () => {
    const user = renderGallery()
    const row = posts()[0]?.closest('ul')
    if (!row) throw new Error('no list of posts')
    row.scrollLeft = 900
    await user.click(filter('Movie'))
    expect(row.scrollLeft).toBe(0)
  })

  it('shows 4 again on going back to all', async () => {
    const user = renderGallery()
    await user.click(filter('Movie'))
    await user.click(filter('All'))
    expect(posts()).toHaveLength(4)
    expect(screen.getByRole('status')).toHaveTextContent('4 of 30 videos shown')
  })

  it('leaves everything as it is when the chosen one is pressed again', async () => {
    const user = renderGallery()
    await user.click(filter('All'))
    expect(posts()).toHaveLength(8)
    expect(scrolled).not.toHaveBeenCalled()
  })

  it('says when there are none', async () => {
    const user = renderGallery(SHOWCASE.filter(({ category }) => category !== 'talk show'))
    await user.click(filter('Talk show'))
    expect(screen.getByText('There are no videos in this category')).toBeInTheDocument()
    expect(more()).not.toBeInTheDocument()
  })

  it('jumps without a movement where less of it is wished for', async () => {
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
