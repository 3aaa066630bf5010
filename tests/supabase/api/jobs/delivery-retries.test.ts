// A file that the provider doesn't serve: how often it is requested, what the page shows, and how the job ends.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyVideo } from '../../../../supabase/functions/api/services/delivery/copy-video.ts'
import { createProviderFiles } from '../../../../supabase/functions/api/services/delivery/provider-file.ts'
import { startApi } from '../../../harness/api.ts'
import { MADE_WITH, setAge, startFinished } from '../../../support/server/delivery.ts'
import { FREE, PAID } from '../../../support/server/job.ts'
import { supabase } from '../../../support/server/suite.ts'

const refuse = (status: number) => () => new Response(null, { status })

describe('file that cannot be downloaded', () => {
  it('waits between download attempts in every process, and delivers the video once the file is served', async () => {
    const { poll, provider, clock, user, job, booked } = await startFinished()
    provider.intercept.file = refuse(503)
    const other = startApi(supabase)
    other.provider.finish()
    const elsewhere = async () => {
      other.clock.now = clock.now
      return (await other.status(user, job)).body
    }
    for (let seconds = 0; seconds < 22; seconds += 1) {
      expect(await poll()).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
      expect((await elsewhere()).status).toBe('processing')
      clock.now += 1000
    }
    // The attempts are at 0, 5, and 15 s.
    expect(provider.fetches.length + other.provider.fetches.length).toBe(3)
    // Later attempts are two minutes apart.
    for (let tries = 4; tries <= 8; tries += 1) {
      clock.now += 120_000
      await poll()
      expect(provider.fetches.length + other.provider.fetches.length).toBe(tries)
    }
    clock.now += 119_000
    await poll()
    expect(provider.fetches.length + other.provider.fetches.length).toBe(8)
    clock.now += 1000
    provider.intercept = {}
    expect((await poll()).status).toBe('succeed')
    expect(await booked()).toEqual(PAID)
  })

  it('shows when the credits of an undelivered video will be returned, and keeps that promise', async () => {
    const { poll, provider, booked, job } = await startFinished()
    provider.intercept.file = refuse(503)
    const seconds = async () => (await poll()).job.deliveryEndsInSeconds
    expect(await seconds()).toBeGreaterThan(3590)
    await setAge(job, 50)
    expect(await seconds()).toBeCloseTo(600, -1)
    // The deadline also ends the wait between two attempts.
    await setAge(job, 61)
    expect((await poll()).job).toMatchObject({ settlement: 'released', failureCode: 'deadline' })
    expect(provider.fetches).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
  })
})

describe('file host that hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const videos = {
    async write(_path: string, body: ReadableStream<Uint8Array>) {
      for await (const _ of body) {
        // Storage reads the whole body.
      }
    },
    read: async () => new Uint8Array(0),
  }

  /** Resolves with the reason why the copy failed, or with 'stored'. */
  function copyFrom(answer: (signal: AbortSignal | null | undefined) => Promise<Response>) {
    const openFile = createProviderFiles(
      () => true,
      (_url, init) => answer(init?.signal),
    )
    const deps = { openFile, videos, inspectVideo: undefined }
    return copyVideo('https://files.test/one.mp4', 'job/one.mp4', MADE_WITH, null, deps).then(
      () => 'stored',
      (error: Error) => error.message,
    )
  }

  it('cancels the download from a host after 15 s without a first byte', async () => {
    let reason: unknown
    const copied = copyFrom(
      (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            reason = signal.reason
            reject(signal.reason)
          })
        }),
    )
    await vi.advanceTimersByTimeAsync(14_999)
    expect(reason).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await copied).toBe('no answer within 15000 ms')
    expect(reason).toBeInstanceOf(Error)
  })

  it('cancels the download from a host 15 s after its last byte, but not a slow download', async () => {
    let closed = false
    const timers: ReturnType<typeof setTimeout>[] = []
    const copied = copyFrom(
      async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (const seconds of [10, 20, 30]) {
                timers.push(setTimeout(() => controller.enqueue(new Uint8Array(1000)), seconds * 1000))
              }
            },
            cancel() {
              closed = true
            },
          }),
        ),
    )
    await vi.advanceTimersByTimeAsync(44_999)
    expect(closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await copied).toBe('no answer within 15000 ms')
    expect(closed).toBe(true)
  })
})
