import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { useToast } from '@/components/use-toast'
import { downloadVideo } from './download'
import type { State } from './machine'
import { MESSAGES } from './messages'

interface StageSuccessProps {
  state: Extract<State, { status: 'success' }>
  onReset: () => void
}

export function StageSuccess({ state: { job, videoUrl }, onReset }: StageSuccessProps) {
  const { show } = useToast()
  const [isLoading, setIsLoading] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  // Some models make a longer clip than was asked for: the file itself says how long it is.
  const [seconds, setSeconds] = useState<number>(job.length)

  async function download() {
    setIsLoading(true)
    const { tone, text, link } = await downloadVideo(videoUrl)
    setIsLoading(false)
    show({ tone, text, ...(link ? { action: { label: 'Open the video', href: link } } : {}) })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a generated clip comes without captions, and nothing can be said for it */}
      <video
        src={videoUrl}
        controls
        playsInline
        preload="auto"
        aria-label={job.prompt ? `Your video: ${job.prompt}` : 'Your video'}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setSeconds(Math.round(duration))
        }}
        onError={() => setIsBroken(true)}
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
