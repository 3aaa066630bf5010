import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { statusAnswer } from './fakes'
import { jobSetups } from './tabs-setup'

const INTERVAL_MS = 5000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a job in several tabs', () => {
  it('is polled by the one that was opened last, and shown alike in all', async () => {
    const { openTab } = jobSetups()
    const first = openTab()
    void first.pickUp()
    await pass(INTERVAL_MS)
    expect(first.polls()).toBe(2)
    const second = openTab()
    void second.pickUp()
    await pass(2 * INTERVAL_MS)
    expect([first.polls(), second.polls()]).toEqual([2, 3])
    expect(second.state()).toMatchObject({ pollCount: 3, isQueued: false })
    expect(first.state()).toMatchObject({ pollCount: 5, isQueued: false })

    second.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4', settlement: 'captured' }))
    await pass(INTERVAL_MS)
    for (const tab of [first, second]) expect(tab.state()).toMatchObject({ status: 'success', videoUrl: '/v.mp4' })
    expect(first.polls()).toBe(2)
  })

  it('is announced by the tab that polled, alone', async () => {
    const { openTab } = jobSetups()
    const tabs = [openTab(), openTab()] as const
    for (const tab of tabs) {
      tab.video.status.mockResolvedValueOnce(statusAnswer('waiting'))
      void tab.pickUp()
      await pass(0)
    }
    tabs[1].video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await pass(INTERVAL_MS)
    expect(tabs.map(({ announce }) => vi.mocked(announce).mock.calls.length)).toEqual([0, 1])
    expect(tabs.map(({ state }) => state().status)).toEqual(['success', 'success'])
  })

  it('says in all of them that it cannot be asked for', async () => {
    const { openTab } = jobSetups()
    const [first, second] = [openTab(), openTab()]
    void first.pickUp()
    await pass(0)
    second.video.status.mockRejectedValue(new Error('no network'))
    void second.pickUp()
    await pass(2 * INTERVAL_MS)
    expect(first.state()).toMatchObject({ misses: 3 })
  })

  it('goes on in another tab when the polling one is closed', async () => {
    const { openTab } = jobSetups()
    const [first, second] = [openTab(), openTab()]
    for (const tab of [first, second]) {
      void tab.pickUp()
      await pass(0)
    }
    const before = first.polls()
    second.abort.abort()
    await pass(INTERVAL_MS)
    expect(first.polls()).toBeGreaterThan(before)
    expect(first.state()).toMatchObject({ status: 'generating', pollCount: 4 })
  })

  it('is polled by the tab that comes onto the screen, and by no hidden one meanwhile', async () => {
    const { openTab } = jobSetups()
    const first = openTab()
    void first.pickUp()
    await pass(0)
    first.hide()
    const second = openTab({ isShown: false })
    void second.pickUp()
    await pass(INTERVAL_MS)
    expect([first.polls(), second.polls()]).toEqual([2, 0])
    second.show()
    await pass(0)
    expect([first.polls(), second.polls()]).toEqual([2, 1])
    await pass(INTERVAL_MS)
    expect([first.polls(), second.polls()]).toEqual([2, 2])
  })

  it('is taken over from a tab that has fallen silent, by one that is looked at', async () => {
    const { openTab } = jobSetups()
    const frozen = openTab()
    // Its turn is its own, and nothing comes of it.
    frozen.video.status.mockReturnValue(new Promise(() => {}))
    void frozen.pickUp()
    await pass(0)
    frozen.hide()
    const hidden = openTab({ isShown: false })
    void hidden.pickUp()
    await pass(60_000)
    expect(hidden.polls()).toBe(0)
    hidden.show()
    await pass(0)
    expect(hidden.polls()).toBe(1)
  })

  it('is taken over after 15 s of silence by a tab that was on the screen all the time', async () => {
    const { openTab } = jobSetups()
    const stuck = openTab()
    void stuck.pickUp()
    await pass(0)
    const watching = openTab({ isShown: false })
    void watching.pickUp()
    await pass(0)
    watching.show({ silently: true })
    stuck.video.status.mockReturnValue(new Promise(() => {}))
    await pass(14_999)
    expect(watching.polls()).toBe(0)
    await pass(1)
    expect(watching.polls()).toBe(1)
  })

  it('times out in each after 180 polls that it knows of', async () => {
    const { openTab } = jobSetups()
    const first = openTab()
    void first.pickUp()
    await pass(89 * INTERVAL_MS)
    const second = openTab()
    void second.pickUp()
    await pass(89 * INTERVAL_MS)
    expect(first.state()).toMatchObject({ failure: { kind: 'late' } })
    expect(second.state()).toMatchObject({ status: 'generating', pollCount: 90 })
    await pass(90 * INTERVAL_MS)
    expect(second.state()).toMatchObject({ failure: { kind: 'late' } })
    expect([first.polls(), second.polls()]).toEqual([90, 180])
  })

  it('keeps nothing behind when a waiting tab is left', async () => {
    const { openTab } = jobSetups()
    const [first, second] = [openTab(), openTab()]
    for (const tab of [first, second]) {
      void tab.pickUp()
      await pass(0)
    }
    first.abort.abort()
    await pass(0)
    second.abort.abort()
    await pass(0)
    expect(vi.getTimerCount()).toBe(0)
    const third = openTab()
    void third.pickUp()
    await pass(0)
    expect(third.polls()).toBe(1)
    third.abort.abort()
  })
})
