import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useRestoredFocus } from '@/app/routes/use-restored-focus'

function FocusPage({ has }: { has: ('row' | 'button')[] }) {
  const page = useRef<HTMLDivElement>(null)
  useRestoredFocus(page)
  return (
    <div ref={page}>
      <section tabIndex={-1} aria-label="List">
        {has.includes('row') && (
          <article tabIndex={-1}>
            {has.includes('button') && <button type="button">Cancel</button>}
            <p>In the queue</p>
          </article>
        )}
      </section>
    </div>
  )
}

describe('Restored focus', () => {
  it('moves the focus to the nearest container when the focused element is removed', async () => {
    const { rerender } = render(<FocusPage has={['row', 'button']} />)
    screen.getByRole('button').focus()
    rerender(<FocusPage has={['row']} />)
    await waitFor(() => expect(screen.getByRole('article')).toHaveFocus())
    rerender(<FocusPage has={[]} />)
    await waitFor(() => expect(screen.getByRole('region', { name: 'List' })).toHaveFocus())
  })

  it.each([
    ['above the window', -100],
    ['under the header', 10],
  ])('scrolls the newly focused container into view if it is %s', async (_, top) => {
    const scroll = vi.fn()
    const { rerender } = render(<FocusPage has={['row', 'button']} />)
    const row = Object.assign(screen.getByRole('article'), { scrollIntoView: scroll })
    row.style.setProperty('scroll-margin-top', '80px')
    const place = vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 50, 50))
    screen.getByRole('button').focus()
    rerender(<FocusPage has={['row']} />)
    await waitFor(() => expect(row).toHaveFocus())
    expect(scroll).not.toHaveBeenCalled()
    rerender(<FocusPage has={['row', 'button']} />)
    place.mockReturnValue(new DOMRect(0, top, 50, 50))
    screen.getByRole('button').focus()
    rerender(<FocusPage has={['row']} />)
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1))
  })

  it("doesn't move the focus of a user who clicked elsewhere", async () => {
    const { rerender } = render(<FocusPage has={['row', 'button']} />)
    screen.getByRole('button').focus()
    await userEvent.click(screen.getByText('In the queue'))
    screen.getByRole('article').blur()
    await Promise.resolve()
    rerender(<FocusPage has={[]} />)
    await Promise.resolve()
    expect(document.body).toHaveFocus()
  })
})
