import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { useToast } from '@/components/use-toast'
import { downloadVideo } from '@/lib/download-video'
import type { State } from './machine'
import { MESSAGES } from './messages'

interface StageSuccessProps {
  state: Extract<State, { status: 'success' }>
  /** A new address of the video, or null. */
  freshUrl: () => Promise<string | null>
  onReset: () => void
}

export function StageSuccess({ state: { job, videoUrl }, freshUrl, onReset }: StageSuccessProps) {
  const { show } = useToast()
  // The address is signed for an hour; a tab that stays open longer gets another one.
  const [src, setSrc] = useState(videoUrl)
  const [isLoading, setIsLoading] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  // Some models make a longer clip than was asked for: the file itself says how long it is.
  const [seconds, setSeconds] = useState<number>(job.length)

  async function download() {
    setIsLoading(true)
    const { tone, text, link } = await downloadVideo(src, freshUrl)
    setIsLoading(false)
    show({ tone, text, ...(link ? { action: { label: 'Open the video', href: link } } : {}) })
  }

  async function onBroken() {
    const fresh = src === videoUrl ? await freshUrl() : null
    if (fresh && fresh !== src) setSrc(fresh)
    else setIsBroken(true)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a generated clip comes without captions, and nothing can be said for it */}
      <video
        src={src}
        controls
        playsInline
        preload="auto"
        aria-label={job.prompt ? `Your video: ${job.prompt}` : 'Your video'}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setSeconds(Math.round(duration))
        }}
        onError={onBroken}
        className="aspect-video w-full bg-ink"
      />
      <div className="grid gap-5 p-5 sm:p-7">
        <div>
          <div role="status">
            <h2 className="text-heading">{MESSAGES.ready}</h2>
          </div>
          <p className="mt-1 text-[0.9375rem] text-soft tabular-nums">
            {job.modelName} · {seconds} seconds · {job.credits} credits
          </p>
          {isBroken && <p className="mt-2 text-[0.9375rem] text-bad">{MESSAGES.notPlayable}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={download} busy={isLoading}>
            {!isLoading && <Download aria-hidden="true" className="size-4" />}
            Download Video
          </Button>
          <Button variant="secondary" onClick={onReset}>
            Generate New
          </Button>
        </div>
      </div>
    </>
  )
}
