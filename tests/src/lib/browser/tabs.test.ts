import { describe, expect, it, vi } from 'vitest'
import { createTabs } from '@/lib/browser/tabs'

// Node has the same channels as browsers do.
describe('tabs of one browser', () => {
  it('hear what the others tell, and not themselves', async () => {
    const [one, other] = [createTabs(), createTabs()]
    const heard: unknown[] = []
    one.subscribe((message) => heard.push(['one', message]))
    const unsubscribe = other.subscribe((message) => heard.push(['other', message]))
    one.publish({ jobId: 'a' })
    await vi.waitFor(() => expect(heard).toEqual([['other', { jobId: 'a' }]]))
    unsubscribe()
    one.publish({ jobId: 'b' })
    other.publish({ jobId: 'c' })
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(heard[1]).toEqual(['one', { jobId: 'c' }])
  })

  it('are alone where the browser has no channels', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const tabs = createTabs()
    tabs.publish('nothing')
    tabs.subscribe(() => expect.unreachable())()
    vi.unstubAllGlobals()
  })
})
