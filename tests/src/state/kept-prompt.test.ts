import { expect, it } from 'vitest'
import { ENTRY, writeEntry } from '@/lib/browser/storage'
import { hasKeptPrompt } from '@/state/kept-prompt'

it.each([
  ['the user who typed it', 'ada', true],
  ['a user whose session ended', null, true],
  ['another user', 'grace', false],
])('keeps a stored prompt for %s: %s', (_who, userId, isKept) => {
  writeEntry(ENTRY.draft, { fields: { prompt: 'A reef' }, owner: 'ada', savedAt: 1 })
  expect(hasKeptPrompt(userId)).toBe(isKept)
})
