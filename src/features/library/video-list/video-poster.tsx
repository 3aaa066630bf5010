import { ImageOff, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Badge } from '@/components/badge'
import { useInView } from '@/components/hooks/use-in-view'
import { usePoster } from '@/components/job-picture/use-poster'
import { Skeleton } from '@/components/skeleton'
import { toSeed } from '@/components/tracks/take-tracks'
import { Waveform } from '@/components/tracks/waveform'
import { formatLength } from '@/lib/format-length'
import type { SucceededJob } from '@/state/jobs/job'
import { getJobName } from '@/state/jobs/job'
import { VIDEO_TEXT } from '../video-text'
import { usePreview } from './use-preview'

/** Milliseconds near the window before a poster is drawn, so that rows that scroll past are skipped. */
const REST_MS = 200

interface VideoPosterProps {
  job: SucceededJob
  renew: () => Promise<{ videoUrl: string | null } | null>
  onPlay: () => void
}

export function VideoPoster({ job, renew, onPlay }: VideoPosterProps) {
  const frame = useRef<HTMLButtonElement>(null)
  const isNear = useInView(frame, { rootMargin: '600px 0px', once: true })
  const { poster, isMissing, onError } = usePoster(job, { canDraw: isNear, restMs: REST_MS })
  const preview = usePreview()
  const isSilent = !job.hasSound || job.peaks?.length === 0

  // URLs are signed for an hour. renew() stores a new URL in the job. If there is none, the poster stays.
  async function onBroken() {
    const fresh = await renew()
    if (!fresh?.videoUrl || fresh.videoUrl === job.videoUrl) preview.stop()
  }

  return (
    <div>
      <div className="relative">
        <button
          ref={frame}
          type="button"
          onClick={() => {
            preview.stop()
            onPlay()
          }}
          {...preview.handlers}
          aria-label={`Play: ${getJobName(job)}`}
          className="group relative block aspect-video w-full overflow-hidden rounded-lg bg-raise"
        >
          {poster ? (
            <img
              src={poster}
              alt=""
              width={job.poster?.width}
              height={job.poster?.height}
              loading="lazy"
              decoding="async"
              onError={onError}
              className="size-full animate-rise object-contain"
            />
          ) : (
            !isMissing && <Skeleton className="size-full" />
          )}
          {preview.isOn && job.videoUrl ? (
            <Preview src={job.videoUrl} onBroken={onBroken} />
          ) : (
            <span className="absolute inset-0 grid place-items-center bg-ink/20 transition-colors duration-150 group-hover:bg-ink/5">
              <span className="grid size-13 place-items-center rounded-full bg-ink/70 text-text transition-transform duration-150 group-hover:scale-110 group-hover:bg-amber group-hover:text-ink">
                <Play aria-hidden="true" className="size-5 translate-x-px fill-current" />
              </span>
            </span>
          )}
        </button>
        {/* This text is outside the button, because it isn't part of the button's name. */}
        {isMissing && (
          <span className="pointer-events-none absolute bottom-2.5 left-3 flex items-center gap-1.5 text-sm text-soft">
            <ImageOff aria-hidden="true" className="size-4" />
            {VIDEO_TEXT.noPreview}
          </span>
        )}
        <span className="pointer-events-none absolute right-2 bottom-2 tabular-nums">
          <Badge tone="quiet">{formatLength(job)}</Badge>
        </span>
      </div>
      <div className="mt-2 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Waveform seed={toSeed(job.id)} peaks={job.peaks} isSilent={isSilent} bars={72} className="h-6 opacity-80" />
        </div>
        {isSilent && <span className="narrow text-soft">No sound</span>}
      </div>
    </div>
  )
}

interface PreviewProps {
  src: string
  /** Called if the file can't be played. */
  onBroken: () => void
}

/** Plays muted over the poster. */
function Preview({ src, onBroken }: PreviewProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const clip = video.current
    if (!clip) return
    // React sets the attribute too late for browsers that decide about autoplay.
    clip.muted = true
    clip.src = src
    clip.play().catch(() => undefined)
    return () => {
      // Releases the file and the decoder at once.
      clip.pause()
      clip.removeAttribute('src')
      clip.load()
    }
  }, [src])
  return (
    <video
      ref={video}
      aria-hidden="true"
      muted
      loop
      playsInline
      tabIndex={-1}
      onError={({ currentTarget }) => currentTarget.hasAttribute('src') && onBroken()}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
