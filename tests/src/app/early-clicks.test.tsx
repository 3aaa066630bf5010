// tests/journeys/loading/ tests early clicks in a browser.
import { readFileSync } from 'node:fs'
import { act } from '@testing-library/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { EarlyClicks } from '@/app/early-clicks'

const said: string[] = []

/** A page part whose buttons report whether its effects have run. */
function Part() {
  const isReady = useRef(false)
  useEffect(() => {
    isReady.current = true
  }, [])
  const say = (name: string) => () => said.push(`${name} ${isReady.current ? 'ready' : 'early'}`)
  return (
    <>
      <button type="button" suppressHydrationWarning onClick={say('first')}>
        First
      </button>
      <button type="button" suppressHydrationWarning onClick={say('second')}>
        Second
      </button>
    </>
  )
}

const page = (
  <main>
    <Part />
    <EarlyClicks part="main" />
  </main>
)

let unmount = () => {}
beforeAll(() => {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  new Function(readFileSync('public/start.js', 'utf8'))()
})
beforeEach(() => {
  said.length = 0
})
afterEach(() => act(() => unmount()))

const button = (index: number) => document.querySelectorAll('button')[index] as HTMLButtonElement

/** Shows the prerendered page, runs `use` on it, and hydrates it. */
async function takeOver(use: () => void, shown: ReactNode = page) {
  document.body.innerHTML = `<div id="root">${renderToString(shown)}</div>`
  use()
  await act(async () => {
    const app = hydrateRoot(document.getElementById('root') as HTMLElement, shown)
    unmount = () => app.unmount()
  })
}

it('repeats early clicks in order, once each, after the effects of the clicked part ran', async () => {
  await takeOver(() => {
    button(1).click()
    button(0).click()
    button(0).click()
    expect(button(0).dataset.clicked).toBe('')
  })
  expect(said).toEqual(['second ready', 'first ready'])
  expect(button(0).dataset.clicked).toBeUndefined()
  // The part may be mounted again.
  expect(window.takeEarlyClicks?.(document.querySelector('main') as Element)).toEqual([])
})

it('records no early click in a page part that has its code', async () => {
  await takeOver(() => {})
  button(0).click()
  expect(said).toEqual(['first ready'])
  expect(button(0).dataset.clicked).toBeUndefined()
})

it('leaves the early clicks of a nested page part until that part loads', async () => {
  await takeOver(
    () => button(0).click(),
    <main>
      <div data-late>
        <Part />
      </div>
      <EarlyClicks part="main" />
    </main>,
  )
  expect(said).toEqual([])
  expect(button(0).dataset.clicked).toBe('')
})
