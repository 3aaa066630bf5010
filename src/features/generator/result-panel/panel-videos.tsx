import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { JobPlayer } from '@/components/player/job-player'
import { useDownload } from '@/components/player/use-download'
import { EmojiText } from '@/components/toast/emoji-text'
import type { VideoAddresses } from '@/lib/browser/download-video'
import { shortenText } from '@/lib/text'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { describeMark, MESSAGES } from '@/state/jobs/job-text'
import { useJobActions } from '@/state/jobs/use-jobs'
import { Comparison } from './comparison'

interface PanelVideosProps {
  compared: readonly Job[]
  /** The finished video, if there is no comparison. */
  video: SucceededJob | null
  /** Whether the video finished while the panel was shown. It is then scrolled into view. */
  isNew: boolean
  onReset: () => void
  onMoveToBackground: () => void
}

/** The videos in the panel. Their code loads while the first video is generated. */
export function PanelVideos({ compared, video, isNew, onReset, onMoveToBackground }: PanelVideosProps) {
  const actions = useJobActions()
  if (compared.length > 0) return <Comparison jobs={compared} {...{ actions, onReset, onMoveToBackground }} />
  if (!video) return null
  const renew = () => actions.renew(video.id).catch(() => null)
  return <SucceededVideo key={video.id} job={video} {...{ isNew, renew, onReset }} />
}

interface SucceededVideoProps {
  job: SucceededJob
  isNew: boolean
  /** Returns new URLs, or null. */
  renew: () => Promise<VideoAddresses | null>
  onReset: () => void
}

function SucceededVideo({ job, isNew, renew, onReset }: SucceededVideoProps) {
  const { isDownloading, download } = useDownload(renew)
  // Some models deliver a longer video than requested.
  const [seconds, setSeconds] = useState<number>(job.length)
  const player = useRef<HTMLDivElement>(null)

  // On a phone, the panel is below the form, and its picture is smaller while a job runs.
  useEffect(() => {
    if (isNew) player.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])

  return (
    <>
      <div ref={player} className="max-lg:scroll-mb-4">
        <JobPlayer
          job={job}
          label={job.prompt ? `Your video: ${shortenText(job.prompt)}` : 'Your video'}
          onSeconds={(duration) => setSeconds(Math.round(duration))}
          // The header, the controls, and the margins need the rest of the window.
          className="max-h-[max(12rem,100dvh-15rem)]"
        />
      </div>
      <div className="grid grid-cols-1 gap-5 p-[min(1.25rem,5.5vw)] sm:p-7">
        <div>
          <h2 className="text-heading">
            <EmojiText text={MESSAGES.ready} />
          </h2>
          <p className="mt-1 text-[0.9375rem] text-soft tabular-nums">
            {job.modelName} · {seconds} {seconds === 1 ? 'second' : 'seconds'}
            {!job.hasSound && ', no sound'} · {job.credits} credits · seed {job.seed} · {describeMark(job)}
          </p>
          <p className="mt-1 text-[0.9375rem] text-soft">{job.isListed ? MESSAGES.keptInLibrary : MESSAGES.notKept}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => download(job)} busy={isDownloading}>
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
