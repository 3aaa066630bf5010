import { expect, it } from 'vitest'
import type { Entry } from '@/features/library/entries'
import { countItems, layOutLines } from '@/features/library/video-list/lines'

const KINDS: Record<string, Entry['kind']> = { f: 'failed', o: 'open', v: 'made' }
const entries = (letters: string) =>
  [...letters].map((letter, index): Entry => ({ id: `${letter}${index}`, kind: KINDS[letter] ?? 'made' }))
const shown = (letters: string, columns: number, isUnfolded = false) =>
  layOutLines(entries(letters), { columns, isUnfolded }).map(({ entries, kind, place }) => [
    `${entries.map(({ id }) => id).join(' ')}${kind === 'videos' ? '' : ` ${kind}`}`,
    place,
  ])

it('folds failed jobs into one line at the position of the newest failure, without splitting a line of videos', () => {
  expect(shown('vvfvvofv', 3)).toEqual([
    ['v0 v1 v3', 1],
    ['f2 f6 folded', 4],
    ['v4 o5 v7', 5],
  ])
  expect(shown('ffvf', 2)).toEqual([
    ['f0 f1 f3 folded', 1],
    ['v2', 2],
  ])
  expect(shown('vvvff', 2)).toEqual([
    ['v0 v1', 1],
    ['v2', 3],
    ['f3 f4 folded', 4],
  ])
})

it('lists each failed job under its fold line once the fold is open', () => {
  const lines = layOutLines(entries('vffv'), { columns: 1, isUnfolded: true })
  expect(lines.map(({ key, kind, place }) => [key, kind, place])).toEqual([
    ['v0', 'videos', 1],
    ['failed', 'folded', 2],
    ['f1', 'failed', 3],
    ['f2', 'failed', 4],
    ['v3', 'videos', 5],
  ])
  expect(countItems(lines)).toBe(5)
})

it("doesn't fold a single failed job, or the failed jobs that the user asked for", () => {
  expect(shown('vfv', 2)).toEqual([
    ['v0 v2', 1],
    ['f1 failed', 3],
  ])
  expect(shown('ff', 2)).toEqual([['f0 f1 folded', 1]])
  const asked = layOutLines(entries('ff'), { columns: 2, isFailedList: true, isUnfolded: false })
  expect(asked.map(({ key, kind }) => [key, kind])).toEqual([
    ['f0', 'failed'],
    ['f1', 'failed'],
  ])
  expect(shown('vv', 1)).toEqual([
    ['v0', 1],
    ['v1', 2],
  ])
  expect(shown('', 3)).toEqual([])
})
