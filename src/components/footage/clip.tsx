import { Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Badge } from '@/components/badge'
import { useInView } from '@/components/hooks/use-in-view'
import { joinClasses } from '@/components/join-classes'
import { PlayButton } from './play-button'
import { Poster } from './poster'
import { usePlayback } from './use-playback'

interface ClipProps {
  /** The URL of a 16:9 video. The video isn't fetched before it plays. */
  src: string
  /** The URL of the first frame, shown until the video plays. */
  poster: string
  /** The text for assistive technology, such as 'A knife cuts a glass strawberry'. */
  label: string
  /** Whether to add the browser's controls and an unmute button. */
  hasSound?: boolean
  /** Whether our own buttons replace the browser's controls. */
  isBare?: boolean
  /** Whether the clip is on the first screen, where the poster isn't lazy. */
  isFirst?: boolean
  note?: string | null
  /** The fraction that must be visible before the video plays, 0 to 1. */
  threshold?: number
  videoRef?: RefObject<HTMLVideoElement | null>
  className?: string
}

/**
 * A clip that plays muted while visible. With reduced motion, it waits for the play button. Its buttons are above a
 * link that covers the clip.
 */
export function Clip({
  src,
  poster,
  label,
  hasSound = false,
  isBare = false,
  isFirst = false,
  note,
  threshold = 0.3,
  videoRef,
  className,
}: ClipProps) {
  const root = useRef<HTMLDivElement>(null)
  const ownRef = useRef<HTMLVideoElement>(null)
  const video = videoRef ?? ownRef
  const isInView = useInView(root, { threshold })
  const { isPlaying, isMuted, hasFailed, toggle, setSound, handlers } = usePlayback(video, isInView)
  const hasControls = hasSound && !isBare
  return (
    <div
      ref={root}
      className={joinClasses('night relative isolate aspect-video overflow-hidden rounded-lg', className)}
    >
      {/* Without scripts, a lazy poster would never load. */}
      {!isFirst && (
        <noscript>
          <Poster src={poster} />
        </noscript>
      )}
      {hasFailed ? (
        <Poster key={poster} src={poster} />
      ) : (
        // Without a poster, a paused video with controls is a gray box.
        <video
          ref={video}
          src={src}
          poster={poster}
          muted
          loop
          playsInline
          preload="none"
          {...(isFirst ? {} : LAZY)}
          controls={hasControls}
          aria-label={label}
          className="absolute inset-0 size-full object-cover"
          {...handlers}
        />
      )}
      {hasFailed && hasSound && (
        <p className="absolute inset-x-0 bottom-0 bg-ink/75 px-4 py-3 text-sm text-text">We couldn't load this clip.</p>
      )}
      {!hasFailed && !hasControls && <PlayButton isPlaying={isPlaying} label={label} onToggle={toggle} />}
      {/* The row wraps when the text is large. */}
      <div className="pointer-events-none absolute inset-x-3 top-3 z-10 flex flex-wrap items-start justify-between gap-2">
        <span>{note && <Badge tone="quiet">{note}</Badge>}</span>
        {!hasFailed && hasSound && (isMuted || isBare) && (
          <button type="button" onClick={() => setSound(isMuted)} className={unmuteClass}>
            {isMuted ? (
              <VolumeX aria-hidden="true" className="size-4.5" />
            ) : (
              <Volume2 aria-hidden="true" className="size-4.5" />
            )}
            <span key={isMuted ? 'on' : 'off'}>Turn sound {isMuted ? 'on' : 'off'}</span>
            <span className="sr-only">: {label}</span>
          </button>
        )}
      </div>
    </div>
  )
}

/** Defers the poster in browsers that support `loading` on videos. React's types don't have the attribute yet. */
const LAZY = { loading: 'lazy' }

const unmuteClass =
  'pointer-events-auto inline-flex min-h-10 pointer-coarse:min-h-11 noscript:hidden items-center gap-2 rounded-full bg-ink/75 pr-4 pl-3.5 text-sm font-semibold text-text transition-colors duration-150 hover:bg-ink'
