// Saves a video under our own name. A link's `download` attribute is ignored across origins, so the file is fetched
// first; where that is refused an address that saves itself is opened in a tab, and where that is blocked the message
// holds the link.

/** What is said of a download, in the specification's words. */
const DOWNLOAD_TEXT = {
  done: 'Video downloaded successfully!',
  failed: 'Download failed. Try again.',
  urlMissing: 'Video URL missing, please try again',
} as const

export interface VideoAddresses {
  /** For playing and fetching. */
  videoUrl: string | null
  /** Opened in a tab it saves itself, where there is such a one. */
  downloadUrl: string | null
}

export interface DownloadResult {
  tone: 'ok' | 'bad'
  text: string
  /** Set when a tab could not be opened either. */
  link?: string
}

export interface DownloadDeps {
  fetchBlob(url: string): Promise<Blob>
  save(blob: Blob, fileName: string): void
  /** False when the browser blocked the tab. */
  openTab(url: string): boolean
  now(): number
}

/** @param renew asks for new addresses, for when these have expired; null when there are none. Never rejects. */
export async function downloadVideo(
  known: VideoAddresses,
  renew: () => Promise<VideoAddresses | null>,
  deps: DownloadDeps = browserDeps,
): Promise<DownloadResult> {
  let addresses = known
  const fetchFresh = async (cause: unknown) => {
    const fresh = await renew()
    if (!fresh?.videoUrl) throw cause
    addresses = fresh
    return deps.fetchBlob(fresh.videoUrl)
  }
  try {
    const blob = known.videoUrl
      ? await deps.fetchBlob(known.videoUrl).catch(fetchFresh)
      : await fetchFresh(new Error('There is no address'))
    deps.save(blob, `ai-video-${deps.now()}.mp4`)
    return { tone: 'ok', text: DOWNLOAD_TEXT.done }
  } catch {
    const link = addresses.downloadUrl ?? addresses.videoUrl
    if (!link) return { tone: 'bad', text: DOWNLOAD_TEXT.urlMissing }
    return { tone: 'bad', text: DOWNLOAD_TEXT.failed, ...(deps.openTab(link) ? {} : { link }) }
  }
}

/** Long enough for a browser that asks where to save; the memory is given back after. */
const BLOB_KEPT_MS = 60_000

export const browserDeps: DownloadDeps = {
  // fetch and not our client: the address is signed, and neither a token nor cookies may go to it.
  async fetchBlob(url) {
    const response = await fetch(url, { credentials: 'omit' })
    if (!response.ok) throw new Error(`The video's address answered ${response.status}`)
    return response.blob()
  },
  save(blob, fileName) {
    const address = URL.createObjectURL(blob)
    const link = document.createElement('a')
    link.href = address
    link.download = fileName
    document.body.append(link)
    link.click()
    link.remove()
    setTimeout(() => URL.revokeObjectURL(address), BLOB_KEPT_MS)
  },
  openTab(url) {
    // 'noopener' in the features would make every call answer null, blocked or not.
    const tab = window.open(url, '_blank')
    if (!tab) return false
    tab.opener = null
    return true
  },
  now: () => Date.now(),
}
