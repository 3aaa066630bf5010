import { expect, it } from 'vitest'
import type { Job } from '@/state/jobs/job'
import { mergeServerJob } from '@/state/jobs/job-reducer'
import { findFrameSource, findShots, getFrameName, saveShot } from '@/state/jobs/shots'
import { failedJob, testJob } from '../../../support/app/jobs'

const getJob = (letter: string, patch: Parameters<typeof testJob>[0] = {}): Job =>
  mergeServerJob(undefined, testJob({ id: letter.repeat(8), ...patch }), 0)
const [a, b, c] = ['a', 'b', 'c'].map((letter) => getJob(letter)) as [Job, Job, Job]
const ids = (jobs: readonly Job[] | undefined) => jobs?.map(({ id }) => id[0])

it("shows a video that continues another one's last frame in a row with all before it", () => {
  saveShot(b.id, `${getFrameName(a)}.jpg`)
  saveShot(c.id, `${getFrameName(b)}.jpg`)
  const found = findShots([c, b, a])
  expect(['a', 'b', 'c'].map((letter) => ids(found.get(letter.repeat(8))))).toEqual([
    undefined,
    ['a', 'b'],
    ['a', 'b', 'c'],
  ])
})

it('begins after a video that is gone or was not made, and is none with other images', () => {
  saveShot(b.id, `${getFrameName(a)}.jpg`)
  saveShot(c.id, `${getFrameName(b)}.jpg`)
  expect(ids(findShots([c, b]).get(c.id))).toEqual(['b', 'c'])
  expect(findShots([c, mergeServerJob(undefined, failedJob({ id: b.id }), 0), a]).size).toBe(0)
  localStorage.clear()
  saveShot(b.id, 'beach.jpg')
  expect(findShots([b, a]).size).toBe(0)
})

it('ends where it would go round for ever', () => {
  saveShot(a.id, `${getFrameName(b)}.jpg`)
  saveShot(b.id, `${getFrameName(a)}.jpg`)
  expect(ids(findShots([b, a]).get(a.id))).toEqual(['b', 'a'])
})

it('keeps the newest 200', () => {
  for (let made = 0; made < 205; made += 1) saveShot(`job ${made}`, `${getFrameName(a)}.jpg`)
  expect(JSON.parse(localStorage.getItem('shots') ?? '[]')).toHaveLength(200)
})

it('goes by what the server knows before what this browser stored, and joins an edited video in the place of its original', () => {
  const second = getJob('b', { sourceId: a.id, inputKind: 'extend' })
  const edited = getJob('c', { sourceId: second.id, inputKind: 'edit' })
  const last = getJob('d', { sourceId: edited.id, inputKind: 'image' })
  saveShot(last.id, `${getFrameName(a)}.jpg`)
  const found = findShots([last, edited, second, a])
  expect([second, edited, last].map(({ id }) => ids(found.get(id)))).toEqual([
    ['a', 'b'],
    ['a', 'c'],
    ['a', 'c', 'd'],
  ])
})

it('ends where edits go round for ever, and where the original was deleted', () => {
  const one = getJob('a', { sourceId: 'b'.repeat(8), inputKind: 'edit' })
  const two = getJob('b', { sourceId: 'a'.repeat(8), inputKind: 'edit' })
  expect(findShots([one, two]).size).toBe(0)
  expect(findShots([getJob('c', { sourceId: 'gone', inputKind: 'edit' }), a]).size).toBe(0)
})

it("finds the video of a frame's file among those that this tab knows", () => {
  expect(findFrameSource(`${getFrameName(a)}.png`, [c, b, a])).toBe(a)
  expect(findFrameSource(`${getFrameName(a)}.png`, [c, b])).toBeUndefined()
  expect(findFrameSource('beach.png', [a])).toBeUndefined()
})
