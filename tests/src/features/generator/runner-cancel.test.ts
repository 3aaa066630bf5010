import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findJob } from '@/features/generator/stored-jobs'
import { NetworkError } from '@/lib/http/api-error'
import type { Cancellation } from '@/lib/jobs-api'
import { jobsFor } from '@/state/jobs/jobs-for'
import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { order, setupRunner } from './runner-setup'

const flush = () => vi.advanceTimersByTimeAsync(0)
const STOPPED: Cancellation = { outcome: 'stopped', job: failedJob() }

async function running(browser = createFakeBrowser()) {
  const test = setupRunner('gateway', browser)
  test.runner.generate(order, test.peers)
  await flush()
  return { ...test, jobId: test.jobIds()[0] ?? '', polls: () => test.video.status.mock.calls.length }
}

describe('the runner, asked to stop', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('stops watching, forgets the job and asks for the balance', async () => {
    const { runner, jobsApi, peers, jobId, polls } = await running()
    jobsApi.cancel.mockResolvedValue(STOPPED)
    await runner.cancel()
    expect(jobsApi.cancel).toHaveBeenCalledExactlyOnceWith(jobId)
    expect(runner.state.get()).toMatchObject({ status: 'stopped', job: { jobId } })
    expect(findJob('ada', Date.now())).toBeNull()
    expect(peers.credits.refresh).toHaveBeenCalledTimes(1)
    const asked = polls()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(polls()).toBe(asked)
    runner.reset()
    expect(runner.state.get().status).toBe('idle')
  })

  it('asks once, however often it is pressed', async () => {
    const { runner, jobsApi } = await running()
    let answer: (value: Cancellation) => void = () => {}
    jobsApi.cancel.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    void runner.cancel()
    void runner.cancel()
    await flush()
    expect(runner.state.get()).toMatchObject({ canceling: 'asking' })
    answer({ outcome: 'too_late', job: openJob() })
    await flush()
    await runner.cancel()
    expect(jobsApi.cancel).toHaveBeenCalledTimes(1)
  })

  it('goes on when it is too late', async () => {
    const { runner, jobsApi, polls } = await running()
    jobsApi.cancel.mockResolvedValue({ outcome: 'too_late', job: openJob() })
    await runner.cancel()
    expect(runner.state.get()).toMatchObject({ status: 'generating', canceling: 'too_late' })
    const asked = polls()
    await vi.advanceTimersByTimeAsync(5000)
    expect(polls()).toBe(asked + 1)
  })

  it('leaves it to the next poll to say what a job came to that had ended already', async () => {
    const { runner, jobsApi } = await running()
    jobsApi.cancel.mockResolvedValue({ outcome: 'already_finished', job: testJob() })
    await runner.cancel()
    expect(runner.state.get()).toMatchObject({ status: 'generating', canceling: 'ended' })
  })

  it('says that nobody heard it, and can be asked again', async () => {
    const { runner, jobsApi } = await running()
    jobsApi.cancel.mockRejectedValueOnce(new NetworkError('network'))
    await runner.cancel()
    expect(runner.state.get()).toMatchObject({ status: 'generating', canceling: 'unheard' })
    jobsApi.cancel.mockResolvedValue(STOPPED)
    await runner.cancel()
    expect(runner.state.get().status).toBe('stopped')
  })

  it('has nothing to stop before the job is made', async () => {
    const test = setupRunner()
    test.consume.mockReturnValue(new Promise(() => {}))
    test.runner.generate(order, test.peers)
    await test.runner.cancel()
    expect(test.jobsApi.cancel).not.toHaveBeenCalled()
  })

  it('shows the same in every tab, wherever it was stopped', async () => {
    const browser = createFakeBrowser()
    const here = await running(browser)
    const there = setupRunner('gateway', browser)
    there.runner.resume('ada', there.peers)
    await flush()
    expect(there.runner.state.get()).toMatchObject({ job: { jobId: here.jobId } })
    there.jobsApi.cancel.mockResolvedValue(STOPPED)
    await jobsFor(there.services).store.cancel(here.jobId)
    await flush()
    for (const { runner } of [here, there]) expect(runner.state.get()).toMatchObject({ status: 'stopped' })
  })

  it('does not stop a job that is not the one shown', async () => {
    const { runner, services } = await running()
    jobsFor(services).news.tell({ type: 'stopped', jobId: 'another', credits: 20 })
    expect(runner.state.get().status).toBe('generating')
  })
})
