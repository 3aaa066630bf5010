import { useState } from 'react'
import { useToast } from '@/components/toast/use-toast'
import { downloadVideo, type VideoAddresses } from '@/lib/browser/download-video'

/** `renew` returns new addresses, or null; it never rejects. */
export function useDownload(renew: () => Promise<VideoAddresses | null>) {
  const { show } = useToast()
  const [isDownloading, setIsDownloading] = useState(false)

  async function download(addresses: VideoAddresses) {
    setIsDownloading(true)
    const { tone, text, link } = await downloadVideo(addresses, renew)
    setIsDownloading(false)
    show({ tone, text, ...(link ? { action: { label: 'Open the video', href: link } } : {}) })
  }

  return { isDownloading, download }
}
