import { act, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createStore, type Store } from '@/lib/store'
import { hasSameItems, useSelector } from '@/state/use-selector'

const START = { jobs: [{ id: 'a', polls: 0 }], prices: {} }

function Ids({ store, rendered }: { store: Store<typeof START>; rendered: () => void }) {
  const ids = useSelector(store, ({ jobs }) => jobs.map(({ id }) => ({ id })), hasSameItems)
  rendered()
  return <p>{ids.map(({ id }) => id).join(' ')}</p>
}

function User({ store }: { store: Store<string> }) {
  return <p>{useSelector(store, (user) => user)}</p>
}

it('renders again only when the selected part changes, even if a selector creates a new list each time', () => {
  const store = createStore(START)
  const rendered = vi.fn()
  render(<Ids store={store} rendered={rendered} />)
  const { length } = rendered.mock.calls
  act(() => store.set({ ...store.get(), jobs: [{ id: 'a', polls: 1 }] }))
  expect(rendered).toHaveBeenCalledTimes(length)
  act(() =>
    store.set({
      ...store.get(),
      jobs: [
        { id: 'a', polls: 1 },
        { id: 'b', polls: 0 },
      ],
    }),
  )
  expect(screen.getByText('a b')).toBeInTheDocument()
})

it("hydrates a prerendered page with the store's first value, even if the value has changed", async () => {
  const store = createStore('nobody')
  const root = document.createElement('div')
  root.innerHTML = renderToString(<User store={store} />)
  store.set('ada')
  await act(async () => void hydrateRoot(root, <User store={store} />))
  expect(root).toHaveTextContent('ada')
})
