import { fireEvent } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { hideComposingKeys } from '@/lib/browser/composition'

it('hides the keys of a composition from the page, and no other keys', () => {
  hideComposingKeys()
  const onKey = vi.fn<(key: string) => void>()
  const ended = new AbortController()
  document.body.addEventListener('keydown', ({ key }) => onKey(key), { signal: ended.signal })
  const isShown = (init: KeyboardEventInit) => {
    onKey.mockClear()
    fireEvent.keyDown(document.body, { key: 'Enter', ...init })
    return onKey.mock.calls.length === 1
  }
  expect([
    isShown({ keyCode: 13 }),
    isShown({ keyCode: 13, isComposing: true }),
    // Safari has ended the composition already.
    isShown({ keyCode: 229, isComposing: false }),
    isShown({ keyCode: 13, ctrlKey: true, isComposing: true }),
    isShown({ keyCode: 13, ctrlKey: true }),
  ]).toEqual([true, false, false, false, true])
  ended.abort()
})
