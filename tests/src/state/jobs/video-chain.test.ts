import { expect, it } from 'vitest'
import type { Job } from '@/state/jobs/job'
import { mergeServerJob } from '@/state/jobs/job-reducer'
import { findFrameSource, getFrameName, listVideoChain } from '@/state/jobs/video-chain'
import { failedJob, testJob } from '../../../support/app/jobs'

const getJob = (letter: string, patch: Parameters<typeof testJob>[0] = {}): Job =>
  mergeServerJob(undefined, testJob({ id: letter.repeat(8), ...patch }), 0)
const [a, b, c] = ['a', 'b', 'c'].map((letter) => getJob(letter)) as [Job, Job, Job]
const ids = (jobs: readonly Job[] | undefined) => jobs?.map(({ id }) => id[0])

it("shows a video that continues another video's last frame in a row with all videos before it", () => {
  const second = getJob('b', { sourceId: a.id })
  const third = getJob('c', { sourceId: second.id })
  const found = listVideoChain([third, second, a])
  expect(['a', 'b', 'c'].map((letter) => ids(found.get(letter.repeat(8))))).toEqual([
    undefined,
    ['a', 'b'],
    ['a', 'b', 'c'],
  ])
  expect(ids(listVideoChain([third, second]).get(third.id))).toEqual(['b', 'c'])
})

it('shows no video chain after a failed job, and none that is circular', () => {
  const failed = mergeServerJob(undefined, failedJob({ id: b.id }), 0)
  expect(listVideoChain([getJob('c', { sourceId: b.id }), failed, a]).size).toBe(0)
  const [one, two] = [getJob('a', { sourceId: b.id }), getJob('b', { sourceId: a.id })]
  expect(ids(listVideoChain([two, one]).get(a.id))).toEqual(['b', 'a'])
})

it.each(['edit', 'upscale'] as const)('puts a video into the chain instead of its original: %s', (inputKind) => {
  const second = getJob('b', { sourceId: a.id, inputKind: 'extend' })
  const edited = getJob('c', { sourceId: second.id, inputKind })
  const last = getJob('d', { sourceId: edited.id, inputKind: 'image' })
  const found = listVideoChain([last, edited, second, a])
  expect([second, edited, last].map(({ id }) => ids(found.get(id)))).toEqual([
    ['a', 'b'],
    ['a', 'c'],
    ['a', 'c', 'd'],
  ])
})

it('ends a video chain at circular edits, and at a deleted original', () => {
  const one = getJob('a', { sourceId: 'b'.repeat(8), inputKind: 'edit' })
  const two = getJob('b', { sourceId: 'a'.repeat(8), inputKind: 'edit' })
  expect(listVideoChain([one, two]).size).toBe(0)
  expect(listVideoChain([getJob('c', { sourceId: 'gone', inputKind: 'edit' }), a]).size).toBe(0)
})

it("finds a frame file's video among the videos that this tab knows", () => {
  expect(findFrameSource(`${getFrameName(a)}.png`, [c, b, a])).toBe(a)
  expect(findFrameSource(`${getFrameName(a)}.png`, [c, b])).toBeUndefined()
  expect(findFrameSource('beach.png', [a])).toBeUndefined()
})
