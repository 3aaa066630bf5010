import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Button } from '@/components/button'
import { allowTranslation } from '@/lib/browser/translated-page'

const { insertBefore, removeChild } = Node.prototype

beforeEach(() => allowTranslation())
afterEach(() => Object.assign(Node.prototype, { insertBefore, removeChild }))

/** As Chrome does it: each text node gives way to an element with other words. */
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

it('what changes in a translated page does not take the page away', () => {
  render(<Switch />)
  const button = screen.getByRole('button')
  translate(button)
  for (const isOn of [true, false, true]) {
    act(() => button.click())
    expect(screen.queryAllByTestId('mark')).toHaveLength(isOn ? 1 : 0)
  }
})

it('a translated button shows that it is at work, and stops showing it', () => {
  const { rerender, container } = render(<Button>Send</Button>)
  translate(container)
  rerender(<Button busy>Send</Button>)
  expect(screen.getByRole('button').firstElementChild).toHaveAttribute('aria-hidden', 'true')
  rerender(<Button>Send</Button>)
  expect(screen.getByRole('button')).toHaveTextContent('[Send]')
  expect(container.querySelector('[aria-hidden]')).toBeNull()
})

it('leaves every other insertion and removal as it is', () => {
  const list = document.createElement('ul')
  const first = document.createElement('li')
  const second = document.createElement('li')
  list.insertBefore(second, null)
  list.insertBefore(first, second)
  expect([...list.childNodes]).toEqual([first, second])
  expect(list.removeChild(first)).toBe(first)
  expect([...list.childNodes]).toEqual([second])
})
