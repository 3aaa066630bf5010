import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { useDownload } from '@/components/hooks/use-download'
import type { VideoAddresses } from '@/lib/browser/download-video'
import { shortText } from '@/lib/short-text'
import { aspectOf, type Job } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'

interface StageSuccessProps {
  job: Job
  videoUrl: string
  isDirect: boolean
  /** Returns new addresses, or null. */
  renew: () => Promise<VideoAddresses | null>
  onReset: () => void
}

export function StageSuccess({ job, videoUrl: first, isDirect, renew, onReset }: StageSuccessProps) {
  const { isDownloading, download } = useDownload(renew)
  // The address is signed for an hour.
  const [addresses, setAddresses] = useState<VideoAddresses>({ videoUrl: first, downloadUrl: null })
  const [isBroken, setIsBroken] = useState(false)
  // Some models deliver a longer clip than was asked for.
  const [seconds, setSeconds] = useState<number>(job.length)
  const src = addresses.videoUrl ?? first

  async function onBroken() {
    const fresh = src === first ? await renew() : null
    if (fresh?.videoUrl && fresh.videoUrl !== src) setAddresses(fresh)
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
        aria-label={job.prompt ? `Your video: ${shortText(job.prompt)}` : 'Your video'}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setSeconds(Math.round(duration))
        }}
        onError={onBroken}
        style={{ aspectRatio: aspectOf(job) }}
        className="max-h-[80dvh] w-full bg-ink"
      />
      <div className="grid grid-cols-1 gap-5 p-[min(1.25rem,5.5vw)] sm:p-7">
        <div>
          <h2 className="text-heading">{MESSAGES.ready}</h2>
          <p className="mt-1 text-[0.9375rem] text-soft tabular-nums">
            {job.modelName} · {seconds} {seconds === 1 ? 'second' : 'seconds'}
            {!job.hasSound && ', no sound'} · {job.credits} credits · seed {job.seed}
          </p>
          <p className="mt-1 text-[0.9375rem] text-soft">{isDirect ? MESSAGES.notKept : MESSAGES.keptInLibrary}</p>
          {isBroken && <p className="mt-2 text-[0.9375rem] text-bad">{MESSAGES.notPlayable}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => download(addresses)} busy={isDownloading}>
            {!isDownloading && <Download aria-hidden="true" className="size-4" />}
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
