import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTabs } from '@/lib/browser/tabs'

const forever = () => new AbortController().signal

// Node has the same Web Locks and channels as browsers do.
describe('tabs of one browser', () => {
  beforeEach(() => vi.stubGlobal('navigator', { locks }))
  afterEach(() => vi.unstubAllGlobals())

  it('hear what the others tell, and not themselves', async () => {
    const [one, other] = [createTabs(), createTabs()]
    const heard: unknown[] = []
    one.listen((message) => heard.push(['one', message]))
    const stop = other.listen((message) => heard.push(['other', message]))
    one.tell({ jobId: 'a' })
    await vi.waitFor(() => expect(heard).toEqual([['other', { jobId: 'a' }]]))
    stop()
    one.tell({ jobId: 'b' })
    other.tell({ jobId: 'c' })
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(heard[1]).toEqual(['one', { jobId: 'c' }])
  })

  it('take turns: the next one has its turn when the first ends', async () => {
    const first = await createTabs().takeTurn('a job', { signal: forever() })
    const second = createTabs().takeTurn('a job', { signal: forever() })
    const other = await createTabs().takeTurn('another job', { signal: forever() })
    expect(await Promise.race([second, Promise.resolve('waiting')])).toBe('waiting')
    first.end()
    const turn = await second
    expect(first.lost.aborted).toBe(false)
    turn.end()
    other.end()
  })

  it('can seize the turn, and the other tab learns of it', async () => {
    const first = await createTabs().takeTurn('seized', { signal: forever() })
    const second = await createTabs().takeTurn('seized', { signal: forever(), seize: true })
    await vi.waitFor(() => expect(first.lost.aborted).toBe(true))
    expect(second.lost.aborted).toBe(false)
    second.end()
  })

  it('can stop waiting', async () => {
    const first = await createTabs().takeTurn('left', { signal: forever() })
    const leave = new AbortController()
    const waiting = createTabs().takeTurn('left', { signal: leave.signal })
    leave.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    first.end()
  })

  it('keep no turn that was called off while it was being seized', async () => {
    const first = await createTabs().takeTurn('called off', { signal: forever() })
    const leave = new AbortController()
    const seizing = createTabs().takeTurn('called off', { signal: leave.signal, seize: true })
    leave.abort(new Error('left'))
    await expect(seizing).rejects.toThrow('left')
    first.end()
    const next = await createTabs().takeTurn('called off', { signal: forever() })
    next.end()
  })
})

it('are alone where the browser has no locks: each has its turn at once', async () => {
  const tabs = createTabs()
  const turns = await Promise.all([1, 2].map(() => tabs.takeTurn('a job', { signal: forever() })))
  expect(turns.map(({ lost }) => lost.aborted)).toEqual([false, false])
  tabs.tell('nothing')
  tabs.listen(() => expect.unreachable())()
  for (const turn of turns) turn.end()
})
