import { expect, it, vi } from 'vitest'
import { ENTRY, localUserSchema, readEntry, removeEntry, tokenSchema, writeEntry } from '@/lib/browser/storage'

it('gives back what was written', () => {
  writeEntry(ENTRY.user, { id: 'u', credits: 5 })
  writeEntry(ENTRY.token, 'a.b.c')
  expect(readEntry(ENTRY.user, localUserSchema)).toEqual({ id: 'u', credits: 5 })
  expect(readEntry(ENTRY.token, tokenSchema)).toBe('a.b.c')
  expect(window.localStorage.getItem('token')).toBe('a.b.c')
  removeEntry(ENTRY.user)
  expect(readEntry(ENTRY.user, localUserSchema)).toBeNull()
})

it("keeps an entry of the session's storage in this tab alone", () => {
  writeEntry('note', 'here', 'sessionStorage')
  expect(readEntry('note', tokenSchema)).toBeNull()
  expect(readEntry('note', tokenSchema, 'sessionStorage')).toBe('here')
  expect(window.sessionStorage.getItem('note')).toBe('here')
  removeEntry('note', 'sessionStorage')
  expect(window.sessionStorage.getItem('note')).toBeNull()
})

it.each(['{broken', '"text"', '[]', '{"id":"u"}', '{"id":"","credits":1}', '{"id":"u","credits":"5"}', 'null'])(
  'takes %s for no user',
  (stored) => {
    window.localStorage.setItem('user', stored)
    expect(readEntry(ENTRY.user, localUserSchema)).toBeNull()
  },
)

it('never throws where storage is blocked', () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
  }
  expect(() => writeEntry(ENTRY.user, { id: 'u', credits: 1 })).not.toThrow()
  expect(readEntry(ENTRY.user, localUserSchema)).toBeNull()
  expect(() => removeEntry(ENTRY.user)).not.toThrow()
})
