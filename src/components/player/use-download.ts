import { useState } from 'react'
import { useToast } from '@/components/toast/use-toast'
import { downloadVideo, type VideoAddresses } from '@/lib/browser/download-video'

const MESSAGES = {
  saved: { tone: 'ok', text: 'Video downloaded successfully!' },
  refused: { tone: 'bad', text: 'Download failed. Try again.' },
  no_address: { tone: 'bad', text: 'Video URL missing, please try again' },
} as const

/** Downloads a video. `renew` returns new URLs, or null. It never rejects. */
export function useDownload(renew: () => Promise<VideoAddresses | null>) {
  const { show } = useToast()
  const [isDownloading, setIsDownloading] = useState(false)

  async function download(addresses: VideoAddresses) {
    setIsDownloading(true)
    const { outcome, link } = await downloadVideo(addresses, renew)
    setIsDownloading(false)
    show({ ...MESSAGES[outcome], ...(link ? { action: { label: 'Open video', href: link } } : {}) })
  }

  return { isDownloading, download }
}
