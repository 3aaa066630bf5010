import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IDLE } from '@/features/generator/stage/machine'
import { JOB_ID, statusAnswer } from './fakes'
import { apiError, setupJob } from './job-setup'

const INTERVAL_MS = 5000

describe('a job that is watched', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  describe('when it ends without a video', () => {
    it('says the reason, and that nothing was charged once that is known', async () => {
      const test = setupJob()
      test.video.status.mockResolvedValue(statusAnswer('failed', { failMsg: 'Too dark', settlement: 'released' }))
      await test.run()
      expect(test.failure()).toEqual({
        kind: 'plain',
        message: 'Video generation failed. Please try again.',
        detail: 'Too dark',
        charge: 'You were not charged.',
      })
      expect(test.credits.refresh).toHaveBeenCalled()
    })

    it('claims nothing about the charge while the hold stands', async () => {
      const test = setupJob()
      test.video.status.mockResolvedValue(statusAnswer('failed', { settlement: 'held' }))
      await test.run()
      expect(test.failure()).toEqual({ kind: 'plain', message: 'Video generation failed. Please try again.' })
    })

    it('says so when the address is missing', async () => {
      const test = setupJob()
      test.video.status.mockResolvedValue(statusAnswer('succeed', { settlement: 'released' }))
      await test.run()
      expect(test.failure()).toEqual({
        kind: 'plain',
        message: 'Unable to retrieve video. Please try again.',
        charge: 'You were not charged.',
      })
    })

    it('times out after 180 polls, and leaves the job to the library', async () => {
      const test = setupJob()
      const end = test.run()
      await vi.advanceTimersByTimeAsync(179 * INTERVAL_MS)
      await end
      expect(test.failure()).toEqual({
        kind: 'late',
        message: 'Video generation timed out. Please try again later.',
        detail: 'The server goes on checking for up to an hour. If it arrives, it appears in Your videos below.',
        charge: 'You are charged only if it finishes.',
      })
      expect(test.forgetJob).toHaveBeenCalledWith(JOB_ID)
      expect(test.told.at(-1)).toEqual({ type: 'changed', jobId: JOB_ID })
    })

    it('asks for a sign-in when the session is dead, and keeps the entry of the job', async () => {
      const test = setupJob()
      test.video.status.mockRejectedValue(apiError(401, 'unauthorized'))
      await test.run()
      expect(test.failure()).toEqual({
        kind: 'sign_in',
        message: 'Your sign-in ended. Log in again to see your video: it is still being made.',
      })
      expect(test.forgetJob).not.toHaveBeenCalled()
    })
  })

  describe('picked up again', () => {
    it('goes on polling and sends no second create', async () => {
      const test = setupJob()
      test.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
      await test.pickUp()
      expect(test.state().status).toBe('success')
      expect(test.consume).not.toHaveBeenCalled()
      expect(test.video.create).not.toHaveBeenCalled()
    })

    it('goes back to idle when the server never heard of it', async () => {
      const test = setupJob()
      test.video.status.mockRejectedValue(apiError(404, 'not_found'))
      await expect(test.pickUp()).resolves.toBe('unknown')
      expect(test.state()).toBe(IDLE)
      expect(test.forgetJob).not.toHaveBeenCalled()
    })
  })
})
