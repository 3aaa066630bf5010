import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { type Location, MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { createPage } from '@/app/lazy-page'
import { PageBoundary } from '@/app/page-boundary'
import { readConsole } from '../../support/app/console'

const Here = () => <p>Here</p>
const loadHere = async () => ({ Page: Here })

it("shows an error if a lazy page's code fails to load, and requests the code again on the next visit", async () => {
  readConsole('error')
  const load = vi.fn(loadHere).mockRejectedValueOnce(new Error('lost'))
  const { Page } = createPage(load)
  const visit = (key: string) => (
    <MemoryRouter>
      <Suspense>
        <PageBoundary location={{ key } as Location}>
          <Page />
        </PageBoundary>
      </Suspense>
    </MemoryRouter>
  )
  const view = render(visit('first'))
  await screen.findByRole('alert')
  expect(load).toHaveBeenCalledTimes(1)
  view.rerender(visit('second'))
  expect(await screen.findByText('Here')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(2)
})

it('shows a lazy page at once if its code was preloaded', async () => {
  const { Page, load } = createPage(loadHere)
  await load(true)
  render(<Page />)
  expect(screen.getByText('Here')).toBeInTheDocument()
})

it("loads a lazy page's additional code, unless the page comes from its prerendered file", async () => {
  const along = vi.fn(async () => {})
  const { load } = createPage(loadHere, along)
  await load(true)
  expect(along).not.toHaveBeenCalled()
  await load(false)
  expect(along).toHaveBeenCalledOnce()
})
