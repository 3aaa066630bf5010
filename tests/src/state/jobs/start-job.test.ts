import { describe, expect, it } from 'vitest'
import { modelById } from '@/config/models'
import { NetworkError, UnexpectedResponseError } from '@/lib/http/api-error'
import { JOB_ID } from '../../../support/app/fake-video'
import { apiError, input, setupStart } from './start-job-setup'

describe('the start of a job', () => {
  it('holds its price and creates it, once each, under one id', async () => {
    const test = setupStart()
    await expect(test.run()).resolves.toEqual({ type: 'created', taskId: JOB_ID })
    expect(test.consume).toHaveBeenCalledExactlyOnceWith({
      jobId: JOB_ID,
      amount: 330,
      source: 'veo-3',
      description: 'Veo 3 video, 8 seconds',
      signal: test.abort.signal,
    })
    expect(test.credits.setBalance).toHaveBeenCalledWith(2170)
    expect(test.credits.addPending).not.toHaveBeenCalled()
    expect(test.onChange).toHaveBeenCalledExactlyOnceWith({ status: 'creating', settlement: 'held' })
    expect(test.video.requests).toEqual([
      {
        method: 'POST',
        path: '/generation/google/veo3',
        body: { input },
        headers: { 'Idempotency-Key': JOB_ID, 'X-Quoted-Credits': '330' },
        signal: test.abort.signal,
      },
    ])
  })

  it('sends the image that it was given', async () => {
    const test = setupStart({ readImage: async () => 'data:image/jpeg;base64,AA' })
    await test.run()
    expect(test.video.requests[0]?.body).toEqual({ input: { ...input, image: 'data:image/jpeg;base64,AA' } })
  })

  it('says why when the image cannot be read, and sends nothing', async () => {
    const readImage = () => Promise.reject(new Error('Please choose it again.'))
    const test = setupStart({ readImage })
    expect(await test.failure()).toEqual({ kind: 'plain', message: 'Please choose it again.' })
    expect(test.consume).not.toHaveBeenCalled()
  })

  it('falls back to a plain sentence on a fault of our own', async () => {
    const test = setupStart()
    test.onChange.mockImplementation(() => {
      throw new TypeError('x is not a function')
    })
    expect((await test.failure())?.message).toBe('Something went wrong. Please try again.')
  })

  it('ends without a word when it is left', async () => {
    const test = setupStart()
    test.video.create.mockImplementation(async () => {
      test.abort.abort(new Error('left'))
      throw new NetworkError('canceled')
    })
    await expect(test.run()).rejects.toThrow('left')
    expect(test.credits.removePending).not.toHaveBeenCalled()
  })

  describe('in direct mode', () => {
    it('sends the provider nothing of ours, and a create once', async () => {
      const test = setupStart({ videoMode: 'direct' })
      test.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
      await expect(test.run()).resolves.toEqual({ type: 'created', taskId: 'vendor-task' })
      const request = { method: 'POST', path: '/generation/google/veo3', body: { input }, retries: 0 }
      expect(test.video.requests).toEqual([{ ...request, signal: test.abort.signal }])
      expect(test.onChange).toHaveBeenCalledWith({ status: 'creating', settlement: 'captured' })
    })

    it('leaves out what the model does not list', async () => {
      const test = setupStart({ videoMode: 'direct', model: modelById('veo-2') })
      await test.run()
      expect(test.video.requests[0]?.body).not.toHaveProperty('input.generateAudio')
    })

    it.each([
      ['no answer, as there is no id to ask for', new NetworkError('network'), 'The server could not be reached'],
      ['a 401, which is about its own key', apiError(401, 'UNAUTHORIZED', undefined, 'Invalid key'), 'Invalid key'],
    ])('says that the request failed: %s', async (_, error, reason) => {
      const test = setupStart({ videoMode: 'direct' })
      test.video.create.mockRejectedValue(error)
      expect(await test.failure()).toEqual({ kind: 'plain', message: `Request failed: ${reason}` })
      expect(test.video.create).toHaveBeenCalledTimes(1)
    })
  })

  describe('when the answer to create is lost', () => {
    it.each([
      ['no answer', new NetworkError('timeout')],
      ['the page of a proxy', new UnexpectedResponseError(504, '<html>')],
      ['a server without its database, after which anything may be true', apiError(503, 'database_unavailable')],
      ['a server error that names no outcome', apiError(500, 'internal')],
    ])('%s: nobody knows, and the deduction stays in sight', async (_, error) => {
      const test = setupStart()
      test.video.create.mockRejectedValue(error)
      await expect(test.run()).resolves.toEqual({ type: 'lost' })
      expect(test.video.create).toHaveBeenCalledTimes(1)
      expect(test.credits.removePending).not.toHaveBeenCalled()
    })
  })
})
