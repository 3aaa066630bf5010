import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFile, readFile, removeFile, removeFilesUntil } from '@/lib/browser/kept-files'
import { installDatabase } from '../../../support/app/picture-platform'

const DAY_MS = 24 * 60 * 60 * 1000

beforeEach(() => {
  installDatabase()
  vi.useFakeTimers({ toFake: ['Date'], now: 100 * DAY_MS })
})
afterEach(() => vi.unstubAllGlobals())

describe('kept files', () => {
  it('are there again, until they are removed', async () => {
    expect(await keepFile('a', { bytes: 1 })).toBe(true)
    expect(await keepFile('b', 2)).toBe(true)
    expect(await readFile('a', 0)).toEqual({ bytes: 1 })
    await removeFile('a')
    expect(await readFile('a', 0)).toBeNull()
    expect(await readFile('b', 0)).toBe(2)
  })

  it('go up to a time, and stay when they are kept later', async () => {
    await keepFile('a', 1)
    const then = Date.now()
    vi.advanceTimersByTime(1)
    await keepFile('b', 2)
    await removeFilesUntil(then)
    expect(await readFile('a', 0)).toBeNull()
    expect(await readFile('b', 0)).toBe(2)
  })

  it('count from when they were kept', async () => {
    await keepFile('a', 1)
    expect(await readFile('a', Date.now() - 1)).toBe(1)
    expect(await readFile('a', Date.now())).toBeNull()
  })

  it('go after thirty days, when another one is kept', async () => {
    await keepFile('a', 1)
    vi.advanceTimersByTime(DAY_MS)
    await keepFile('b', 2)
    vi.advanceTimersByTime(29 * DAY_MS)
    await keepFile('c', 3)
    expect(await readFile('a', 0)).toBeNull()
    expect(await readFile('b', 0)).toBe(2)
    expect(await readFile('c', 0)).toBe(3)
  })

  it('are none where there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined)
    expect(await keepFile('a', 1)).toBe(false)
    expect(await readFile('a', 0)).toBeNull()
    await removeFile('a')
    await removeFilesUntil(Date.now())
  })
})
