import { expect, it } from 'vitest'
import { mergeServerJob, reduceJob } from '@/state/jobs/job-reducer'
import { getFailure, getShownFailure } from '@/state/jobs/panel'
import { openJob } from '../../../support/app/jobs'

it('promises further checks after the last poll only where it knows of them', () => {
  const running = mergeServerJob(undefined, openJob(), 0)
  const failure = getFailure(reduceJob(running, { type: 'polls_spent', isDirect: false }))
  if (!failure) throw new Error('The job has no failure')
  const message = 'Video generation timed out. Please try again later.'
  expect(getShownFailure(failure, true)).toEqual({ kind: 'late', message })
  expect(getShownFailure(failure, false)).toEqual({
    kind: 'late',
    message,
    detail: "We'll keep checking for up to an hour. If your video arrives, you'll find it under Your videos.",
    charge: "You're charged only if it finishes.",
  })
})
