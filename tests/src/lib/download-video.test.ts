import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserDeps, type DownloadDeps, downloadVideo } from '@/lib/download-video'

const url = 'https://cdn.example/v.mp4'

function deps(patch: Partial<DownloadDeps> = {}) {
  return {
    fetchBlob: vi.fn(async () => new Blob(['video'])),
    save: vi.fn(),
    openTab: vi.fn(() => true),
    now: () => 1_790_000_000_000,
    ...patch,
  }
}

const refused = async () => {
  throw new TypeError('Failed to fetch')
}

const noFresh = async () => null

describe('a download', () => {
  it('saves the fetched file under our own name', async () => {
    const test = deps()
    await expect(downloadVideo(url, noFresh, test)).resolves.toEqual({
      tone: 'ok',
      text: 'Video downloaded successfully!',
    })
    expect(test.save).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'ai-video-1790000000000.mp4')
    expect(test.openTab).not.toHaveBeenCalled()
  })

  it('opens the address in a tab when it cannot be fetched', async () => {
    const test = deps({ fetchBlob: refused })
    await expect(downloadVideo(url, noFresh, test)).resolves.toEqual({
      tone: 'bad',
      text: 'Download failed. Try again.',
    })
    expect(test.openTab).toHaveBeenCalledExactlyOnceWith(url)
  })

  it('hands out the link when the tab is blocked', async () => {
    const test = deps({ fetchBlob: refused, openTab: () => false })
    await expect(downloadVideo(url, noFresh, test)).resolves.toEqual({
      tone: 'bad',
      text: 'Download failed. Try again.',
      link: url,
    })
  })

  it('fetches a fresh address when this one has expired', async () => {
    const fetchBlob = vi.fn(async (address: string) => {
      if (address === url) throw new Error('403')
      return new Blob(['video'])
    })
    const test = deps({ fetchBlob })
    await expect(downloadVideo(url, async () => '/fresh.mp4', test)).resolves.toMatchObject({ tone: 'ok' })
    expect(fetchBlob).toHaveBeenLastCalledWith('/fresh.mp4')
    expect(test.openTab).not.toHaveBeenCalled()
  })

  it('opens the fresh address when that cannot be fetched either', async () => {
    const test = deps({ fetchBlob: refused, openTab: () => false })
    await expect(downloadVideo(url, async () => '/fresh.mp4', test)).resolves.toMatchObject({ link: '/fresh.mp4' })
  })

  it('says so when there is no address', async () => {
    const test = deps()
    await expect(downloadVideo('', noFresh, test)).resolves.toEqual({
      tone: 'bad',
      text: 'Video URL missing, please try again',
    })
    expect(test.fetchBlob).not.toHaveBeenCalled()
  })
})

describe('the browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('sends no cookies to the address of the video, and takes an error page for a failure', async () => {
    const fetch = vi.fn(async () => new Response('gone', { status: 403 }))
    vi.stubGlobal('fetch', fetch)
    await expect(browserDeps.fetchBlob(url)).rejects.toThrow('403')
    expect(fetch).toHaveBeenCalledExactlyOnceWith(url, { credentials: 'omit' })
  })

  it('clicks a link with the file name and frees the memory later', () => {
    vi.useFakeTimers()
    const revokeObjectURL = vi.fn()
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL }))
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(`${this.href} ${this.download}`)
    })
    browserDeps.save(new Blob(), 'ai-video-1.mp4')
    expect(clicked).toEqual(['blob:1 ai-video-1.mp4'])
    expect(document.querySelector('a')).toBeNull()
    expect(revokeObjectURL).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(revokeObjectURL).toHaveBeenCalledWith('blob:1')
  })

  it('tells a blocked tab from an open one, and leaves the tab no way back', () => {
    const tab = { opener: window }
    const open = vi.spyOn(window, 'open').mockReturnValueOnce(tab as unknown as Window)
    expect(browserDeps.openTab(url)).toBe(true)
    expect(tab.opener).toBeNull()
    open.mockReturnValueOnce(null)
    expect(browserDeps.openTab(url)).toBe(false)
  })
})
