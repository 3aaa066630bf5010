// Downloads a video. Browsers ignore a link's `download` attribute for other origins, so the file is fetched first. If
// the fetch fails, a tab opens the download URL. If the browser blocks the tab, the result contains the link.

import { saveFile } from './save-file'

export interface VideoAddresses {
  videoUrl: string | null
  /** The URL that downloads the file when opened in a tab. */
  downloadUrl: string | null
}

export interface DownloadResult {
  outcome: 'saved' | 'refused' | 'no_address'
  /** The URL to offer as a link, if the browser blocked the tab. */
  link?: string
}

export interface DownloadDeps {
  fetchBlob(url: string): Promise<Blob>
  save(blob: Blob, fileName: string): void
  /** Opens a tab. Returns false if the browser blocked it. */
  openTab(url: string): boolean
  now(): number
}

/** Downloads a video. `renew` returns new URLs after these have expired, or null. It never rejects. */
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
      : await fetchFresh(new Error('The video has no URL'))
    deps.save(blob, `ai-video-${deps.now()}.mp4`)
    return { outcome: 'saved' }
  } catch {
    const link = addresses.downloadUrl ?? addresses.videoUrl
    if (!link) return { outcome: 'no_address' }
    return { outcome: 'refused', ...(deps.openTab(link) ? {} : { link }) }
  }
}

/** Fetches a video without our HTTP client, because a signed URL must receive neither tokens nor cookies. */
export async function fetchVideo(url: string | null, signal?: AbortSignal): Promise<Blob> {
  if (!url) throw new Error('The video has no URL')
  const response = await fetch(url, { credentials: 'omit', signal: signal ?? null })
  if (!response.ok) throw new Error(`The video's URL returned ${response.status}`)
  return response.blob()
}

export const browserDeps: DownloadDeps = {
  fetchBlob: fetchVideo,
  save: saveFile,
  openTab(url) {
    // With 'noopener', window.open always returns null, blocked or not.
    const tab = window.open(url, '_blank')
    if (!tab) return false
    tab.opener = null
    return true
  },
  now: () => Date.now(),
}
