import { Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Badge } from '@/components/badge'
import { useInView } from '@/components/hooks/use-in-view'
import { usePoster } from '@/components/job-picture/use-poster'
import { Skeleton } from '@/components/skeleton'
import { toSeed } from '@/components/tracks/take-tracks'
import { Waveform } from '@/components/tracks/waveform'
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
  /** The length to show on the picture. */
  length?: string
  /** The elements on the poster. The preview continues while the pointer or the focus is on them. */
  children?: ReactNode
}

/** A video's picture, which plays the video. A video without a picture shows its sound. */
export function VideoPoster({ job, renew, onPlay, length, children }: VideoPosterProps) {
  const frame = useRef<HTMLButtonElement>(null)
  const isNear = useInView(frame, { rootMargin: '600px 0px', once: true })
  const { poster, isMissing, onError } = usePoster(job, { canDraw: isNear, restMs: REST_MS })
  const [loaded, setLoaded] = useState<string | null>(null)
  const preview = usePreview()
  const isShown = isMissing || (poster !== null && loaded === poster)

  // URLs are signed for an hour. renew() stores a new URL in the job. If there is none, the poster stays.
  async function onBroken() {
    const fresh = await renew()
    if (!fresh?.videoUrl || fresh.videoUrl === job.videoUrl) preview.stop()
  }

  return (
    <div className="contents" {...preview.handlers}>
      <button
        ref={frame}
        type="button"
        onClick={() => {
          preview.stop()
          onPlay()
        }}
        aria-label={`Play: ${getJobName(job)}`}
        className="video-picture relative bg-raise"
      >
        {poster && (
          <img
            src={poster}
            alt=""
            width={job.poster?.width}
            height={job.poster?.height}
            loading="lazy"
            decoding="async"
            onLoad={() => setLoaded(poster)}
            onError={onError}
            className="size-full object-contain"
          />
        )}
        {isMissing && <SoundTile job={job} />}
        {!isShown && <Skeleton className="absolute inset-0" />}
        {preview.isOn && job.videoUrl && <Preview src={job.videoUrl} onBroken={onBroken} />}
      </button>
      {/* These texts are outside the button, because they aren't part of the button's name. */}
      {isMissing && <span className="sr-only">{VIDEO_TEXT.noPreview}</span>}
      {length && (
        <span className="video-length">
          <Badge tone="quiet">
            {isShown && <Play aria-hidden="true" className="mr-1 inline size-3 fill-current" />}
            {length}
          </Badge>
        </span>
      )}
      {children}
    </div>
  )
}

/** The waveform of a video that has no poster, such as in a browser that can't draw one. */
function SoundTile({ job }: { job: SucceededJob }) {
  const isSilent = !job.hasSound || job.peaks?.length === 0
  return (
    <span className="video-sound">
      <Waveform progress={1} seed={toSeed(job.id)} peaks={job.peaks} isSilent={isSilent} bars={48} className="h-12" />
    </span>
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
