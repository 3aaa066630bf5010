import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { useKeptFocus } from '@/app/routes/use-kept-focus'

function Page({ has }: { has: ('row' | 'button')[] }) {
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page)
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

it('gives the focus of what is taken away to what stood around it', async () => {
  const { rerender } = render(<Page has={['row', 'button']} />)
  screen.getByRole('button').focus()
  rerender(<Page has={['row']} />)
  await waitFor(() => expect(screen.getByRole('article')).toHaveFocus())
  rerender(<Page has={[]} />)
  await waitFor(() => expect(screen.getByRole('region', { name: 'List' })).toHaveFocus())
})

it('takes it from nobody who pressed elsewhere', async () => {
  const { rerender } = render(<Page has={['row', 'button']} />)
  screen.getByRole('button').focus()
  await userEvent.click(screen.getByText('In the queue'))
  screen.getByRole('article').blur()
  await Promise.resolve()
  rerender(<Page has={[]} />)
  await Promise.resolve()
  expect(document.body).toHaveFocus()
})
