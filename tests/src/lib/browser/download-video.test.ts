import { describe, expect, it, vi } from 'vitest'
import { browserDeps, type DownloadDeps, downloadVideo } from '@/lib/browser/download-video'

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

const known = { videoUrl: url, downloadUrl: `${url}?download=1` }
const fresh = { videoUrl: '/fresh.mp4', downloadUrl: '/fresh.mp4?download=1' }
const nothing = { videoUrl: null, downloadUrl: null }

describe('downloadVideo', () => {
  it('saves a fetched video under our own file name', async () => {
    const test = deps()
    await expect(downloadVideo(known, noFresh, test)).resolves.toEqual({ outcome: 'saved' })
    expect(test.fetchBlob).toHaveBeenCalledExactlyOnceWith(url)
    expect(test.save).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'ai-video-1790000000000.mp4')
    expect(test.openTab).not.toHaveBeenCalled()
  })

  it("opens the video's download address in a tab when the file can't be fetched", async () => {
    const test = deps({ fetchBlob: refused })
    await expect(downloadVideo(known, noFresh, test)).resolves.toEqual({ outcome: 'refused' })
    expect(test.openTab).toHaveBeenCalledExactlyOnceWith(known.downloadUrl)
  })

  it("returns the video's link when the download tab is blocked", async () => {
    const test = deps({ fetchBlob: refused, openTab: () => false })
    await expect(downloadVideo(known, noFresh, test)).resolves.toEqual({
      outcome: 'refused',
      link: known.downloadUrl,
    })
  })

  it('requests a fresh video address when the known address has expired', async () => {
    const fetchBlob = vi.fn(async (address: string) => {
      if (address === url) throw new Error('403')
      return new Blob(['video'])
    })
    const test = deps({ fetchBlob })
    await expect(downloadVideo(known, async () => fresh, test)).resolves.toMatchObject({ outcome: 'saved' })
    expect(fetchBlob).toHaveBeenLastCalledWith(fresh.videoUrl)
    expect(test.openTab).not.toHaveBeenCalled()
  })

  it('says that the video has no address at all', async () => {
    const test = deps()
    await expect(downloadVideo(nothing, async () => nothing, test)).resolves.toEqual({ outcome: 'no_address' })
    expect(test.fetchBlob).not.toHaveBeenCalled()
    expect(test.openTab).not.toHaveBeenCalled()
  })
})

describe('Browser download', () => {
  it("sends no cookies to the video's address, and treats an error page as a failure", async () => {
    const fetch = vi.fn(async () => new Response('gone', { status: 403 }))
    vi.stubGlobal('fetch', fetch)
    await expect(browserDeps.fetchBlob(url)).rejects.toThrow('403')
    expect(fetch).toHaveBeenCalledExactlyOnceWith(url, { credentials: 'omit', signal: null })
  })

  it("clicks a link with the video's file name, and frees the memory later", () => {
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

  it('distinguishes a blocked tab from an open tab, and gives the tab no opener', () => {
    const tab = { opener: window }
    const open = vi.spyOn(window, 'open').mockReturnValueOnce(tab as unknown as Window)
    expect(browserDeps.openTab(url)).toBe(true)
    expect(tab.opener).toBeNull()
    open.mockReturnValueOnce(null)
    expect(browserDeps.openTab(url)).toBe(false)
  })
})
