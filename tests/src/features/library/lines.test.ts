import { expect, it } from 'vitest'
import type { Entry } from '@/features/library/entries'
import { linesOf } from '@/features/library/videos/lines'

const KINDS: Record<string, Entry['kind']> = { f: 'failed', o: 'open', v: 'made' }
const entries = (letters: string) =>
  [...letters].map((letter, index): Entry => ({ id: `${letter}${index}`, kind: KINDS[letter] ?? 'made' }))
const shown = (letters: string, columns: number) =>
  linesOf(entries(letters), columns).map(({ entries, isFailed, place }) => [
    `${entries.map(({ id }) => id).join(' ')}${isFailed ? ' failed' : ''}`,
    place,
  ])

it('puts videos beside one another, and each failed job on a line of its own that interrupts no other', () => {
  expect(shown('vvfvvofv', 3)).toEqual([
    ['v0 v1 v3', 1],
    ['f2 failed', 4],
    ['v4 o5 v7', 5],
    ['f6 failed', 8],
  ])
})

it('has the last videos and failures in what is left', () => {
  expect(shown('ffvf', 2)).toEqual([
    ['f0 failed', 1],
    ['f1 failed', 2],
    ['v2', 3],
    ['f3 failed', 4],
  ])
  expect(shown('vv', 1)).toEqual([
    ['v0', 1],
    ['v1', 2],
  ])
  expect(shown('', 3)).toEqual([])
})
