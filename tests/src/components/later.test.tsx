import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLatePart, type LatePart } from '@/components/late/late-part'
import { Later } from '@/components/late/later'

function Content() {
  const [count, setCount] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Clicked {count} times
      </button>
      <details>
        <summary>Question</summary>
        Answer
      </details>
      <a href="/elsewhere?from=late">Elsewhere</a>
    </>
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return pathname + search
}

const inRouter = (part: LatePart) => (
  <MemoryRouter>
    <Later part={part} />
    <output>
      <Address />
    </output>
  </MemoryRouter>
)

let unmount = () => {}
afterEach(() => act(() => unmount()))

// jsdom has no layout: nothing is in sight until a test says so.
let show = () => {}
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        show = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})

/** The page as its file brought it, taken over by the app. */
async function takenOver(load = vi.fn(async (): Promise<ComponentType> => Content)) {
  vi.stubEnv('SSR', true)
  const built = createLatePart(async () => Content)
  await built.load()
  document.body.innerHTML = `<div id="root">${renderToString(inRouter(built))}</div>`
  vi.stubEnv('SSR', false)
  const file = screen.getByText('Question')
  const root = document.getElementById('root') as HTMLElement
  const page = inRouter(createLatePart(load))
  await act(async () => {
    const app = hydrateRoot(root, page)
    unmount = () => app.unmount()
  })
  return { load, file, user: userEvent.setup() }
}

it('keeps the words of the file, and loads nothing, until the page is used', async () => {
  const { load, file } = await takenOver()
  expect(file).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Clicked 0 times' })).toBeInTheDocument()
  expect(load).not.toHaveBeenCalled()
})

it('does the first click once its code is there, and is as it was left', async () => {
  const { user, file, load } = await takenOver()
  ;(file.parentElement as HTMLDetailsElement).open = true
  await user.click(screen.getByRole('button'))
  const button = await screen.findByRole('button', { name: 'Clicked 1 times' })
  expect(button).toHaveFocus()
  expect(file).not.toBeInTheDocument()
  expect(screen.getByRole('group')).toHaveAttribute('open')
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Clicked 2 times' })).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(1)
})

it('is drawn when it comes in sight', async () => {
  const { file } = await takenOver()
  act(() => show())
  await waitFor(() => expect(file).not.toBeInTheDocument())
})

it('stays as the file brought it where its code does not arrive, and asks again', async () => {
  const load = vi.fn(async () => Content).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { file } = await takenOver(load)
  await act(async () => window.dispatchEvent(new Event('scroll')))
  expect(file).toBeInTheDocument()
  await act(async () => window.dispatchEvent(new Event('scroll')))
  await waitFor(() => expect(file).not.toBeInTheDocument())
})

it('follows its links without a document while the network is away', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await takenOver(vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))))
  expect(fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))).toBe(false)
  expect(screen.getByRole('status')).toHaveTextContent('/elsewhere?from=late')
})

it('loads nothing for a click of a link that leads away or in the header, and all for any other', async () => {
  const { load, user } = await takenOver()
  document.body.insertAdjacentHTML(
    'afterbegin',
    '<header><button type="button">Menu</button></header><a href="#away">Away</a><button type="button">Play</button>',
  )
  await user.click(screen.getByText('Menu'))
  await user.click(screen.getByText('Away'))
  expect(load).not.toHaveBeenCalled()
  await user.click(screen.getByText('Play'))
  expect(load).toHaveBeenCalled()
})
