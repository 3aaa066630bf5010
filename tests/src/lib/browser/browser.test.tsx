import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from '@/components/button'
import { ENTRY, localUserShape, readEntry, removeEntry, tokenShape, writeEntry } from '@/lib/browser/storage'
import { readFile, removeFilesUntil, storeFile } from '@/lib/browser/stored-files'
import { createTabChannel } from '@/lib/browser/tabs'
import { allowTranslation } from '@/lib/browser/translated-page'
import { installDatabase } from '../../../support/app/image-platform'

describe('Browser storage', () => {
  it('keeps a session storage entry in this tab alone', () => {
    writeEntry('note', 'here', 'sessionStorage')
    expect(readEntry('note', tokenShape)).toBeNull()
    expect(readEntry('note', tokenShape, 'sessionStorage')).toBe('here')
    expect(window.sessionStorage.getItem('note')).toBe('here')
    removeEntry('note', 'sessionStorage')
    expect(window.sessionStorage.getItem('note')).toBeNull()
  })

  it.each(['{broken', '"text"', '[]', '{"id":"u"}', '{"id":"","credits":1}', '{"id":"u","credits":"5"}', 'null'])(
    'treats the stored user %s as no user',
    (stored) => {
      window.localStorage.setItem('user', stored)
      expect(readEntry(ENTRY.user, localUserShape)).toBeNull()
    },
  )

  it("doesn't throw if browser storage is blocked", () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
    }
    expect(() => writeEntry(ENTRY.user, { id: 'u', credits: 1 })).not.toThrow()
    expect(readEntry(ENTRY.user, localUserShape)).toBeNull()
    expect(() => removeEntry(ENTRY.user)).not.toThrow()
  })
})

describe('Stored files', () => {
  const DAY_MS = 24 * 60 * 60 * 1000

  beforeEach(() => {
    installDatabase()
    vi.useFakeTimers({ toFake: ['Date'], now: 100 * DAY_MS })
  })

  it('removes stored files up to a time, and keeps later files', async () => {
    await storeFile('a', 1)
    const then = Date.now()
    vi.advanceTimersByTime(1)
    await storeFile('b', 2)
    await removeFilesUntil(then)
    expect(await readFile('a', 0)).toBeNull()
    expect(await readFile('b', 0)).toBe(2)
  })

  it("counts a stored file's age from when it was saved", async () => {
    await storeFile('a', 1)
    expect(await readFile('a', Date.now() - 1)).toBe(1)
    expect(await readFile('a', Date.now())).toBeNull()
  })

  it('removes stored files after thirty days, when another file is saved', async () => {
    await storeFile('a', 1)
    vi.advanceTimersByTime(DAY_MS)
    await storeFile('b', 2)
    vi.advanceTimersByTime(29 * DAY_MS)
    await storeFile('c', 3)
    expect(await readFile('a', 0)).toBeNull()
    expect(await readFile('b', 0)).toBe(2)
    expect(await readFile('c', 0)).toBe(3)
  })
})

describe('Tabs of one browser', () => {
  it("passes messages to the browser's other tabs, but not to the sender", async () => {
    const [one, other] = [createTabChannel(), createTabChannel()]
    const heard: unknown[] = []
    one.subscribe((message) => heard.push(['one', message]))
    const unsubscribe = other.subscribe((message) => heard.push(['other', message]))
    one.publish({ jobId: 'a' })
    await vi.waitFor(() => expect(heard).toEqual([['other', { jobId: 'a' }]]))
    unsubscribe()
    one.publish({ jobId: 'b' })
    other.publish({ jobId: 'c' })
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(heard[1]).toEqual(['one', { jobId: 'c' }])
  })

  it("doesn't pass messages between browser tabs without channels", () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const tabs = createTabChannel()
    tabs.publish('nothing')
    tabs.subscribe(() => expect.unreachable())()
    vi.unstubAllGlobals()
  })

  it("doesn't pass messages between browser tabs, and doesn't fail, if the browser refuses channels", () => {
    // Firefox, if it blocks cookies.
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      },
    )
    const tabs = createTabChannel()
    tabs.publish('nothing')
    tabs.subscribe(() => expect.unreachable())()
    vi.unstubAllGlobals()
  })
})

function Switch() {
  const [isOn, setIsOn] = useState(false)
  return (
    <button type="button" onClick={() => setIsOn(!isOn)}>
      {isOn && <i data-testid="mark" />}
      Sound
      {!isOn && ' off'}
    </button>
  )
}

describe('Translated page', () => {
  const { insertBefore, removeChild } = Node.prototype

  beforeEach(() => allowTranslation())
  afterEach(() => Object.assign(Node.prototype, { insertBefore, removeChild }))

  /** Translates the page like Chrome, which replaces each text node with an element. */
  function translate(root: Element) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      const words = document.createElement('font')
      words.textContent = `[${text.data}]`
      text.replaceWith(words)
    }
  }

  it('keeps the page working when the browser translates its changed parts', () => {
    render(<Switch />)
    const button = screen.getByRole('button')
    translate(button)
    for (const isOn of [true, false, true]) {
      act(() => button.click())
      expect(screen.queryAllByTestId('mark')).toHaveLength(isOn ? 1 : 0)
    }
  })

  it('shows and clears the busy state of a translated button', () => {
    const { rerender, container } = render(<Button>Send</Button>)
    translate(container)
    rerender(<Button busy>Send</Button>)
    expect(screen.getByRole('button').firstElementChild).toHaveAttribute('aria-hidden', 'true')
    rerender(<Button>Send</Button>)
    expect(screen.getByRole('button')).toHaveTextContent('[Send]')
    expect(container.querySelector('[aria-hidden]')).toBeNull()
  })
})
