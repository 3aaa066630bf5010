import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VIDEO } from '../../../harness/api.ts'
import { getObjects, startFinished } from '../../../support/server/delivery.ts'
import { FREE } from '../../../support/server/job.ts'

it("returns the credits after one download if browsers can't play the format, and logs the format", async () => {
  const { poll, provider, booked, job, log } = await startFinished()
  const film = Buffer.from(VIDEO)
  film.write('hev1', film.indexOf('avc1', film.indexOf('stsd')))
  provider.intercept.file = () => new Response(film)
  expect(await poll()).toMatchObject({
    status: 'failed',
    job: { settlement: 'released', failureCode: 'unplayable_format' },
  })
  expect(provider.fetches).toHaveLength(1)
  expect(log).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'job failed',
      code: 'unplayable_format',
      cause: expect.stringContaining('hev1 (hevc)'),
    }),
  )
  expect(await getObjects(job)).toEqual([])
  expect(await booked()).toEqual(FREE)
})

it('returns the credits of a 1 s video if 5 s were ordered, and logs both durations', async () => {
  const { poll, provider, booked, log } = await startFinished()
  provider.intercept.file = () => new Response(readFileSync('tests/harness/one-second.mp4'))
  expect(await poll()).toMatchObject({
    status: 'failed',
    job: { settlement: 'released', failureCode: 'video_too_short' },
  })
  expect(provider.fetches).toHaveLength(3)
  expect(log).toContainEqual(
    expect.objectContaining({ code: 'video_too_short', cause: expect.stringContaining('1 s of 5 s') }),
  )
  expect(await booked()).toEqual(FREE)
})
