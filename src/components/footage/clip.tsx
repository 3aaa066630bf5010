import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Badge } from '@/components/badge'
import { classNames } from '@/components/class-names'
import { useInView } from '@/components/hooks/use-in-view'
import { Poster } from './poster'
import { usePlayback } from './use-playback'

interface ClipProps {
  /** Address of the video, 16:9. It is not fetched before it plays. */
  src: string
  /** Address of its first frame, shown until the video plays and wherever it cannot. */
  poster: string
  /** What is to be seen, for assistive technology: 'A knife cuts a glass strawberry'. */
  label: string
  /** The clip has sound worth hearing: the browser's controls, and a button over the picture that turns sound on. */
  hasSound?: boolean
  /** With sound, but without the browser's controls: buttons of its own play it and turn its sound on and off. */
  isBare?: boolean
  /** It stands on the first screen: its poster is asked for at once, and not when it comes near. */
  isFirst?: boolean
  /** A remark in the upper corner, such as 'demo render'. */
  note?: string | null
  /** The share of it that must show before it plays. */
  threshold?: number
  /** For what follows the playing from outside, such as its sound track. */
  videoRef?: RefObject<HTMLVideoElement | null>
  className?: string
}

/**
 * Footage: muted, looping, playing by itself while enough of it shows. Under reduced motion it waits for its button. A file
 * that is missing leaves the poster, and a poster that is missing the night behind it. The buttons lie above a link that
 * is stretched over the clip from outside.
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
    <div ref={root} className={classNames('night relative isolate aspect-video overflow-hidden rounded-lg', className)}>
      {/* What waits until it is near waits for ever where no script runs. */}
      {!isFirst && (
        <noscript>
          <Poster src={poster} />
        </noscript>
      )}
      {hasFailed ? (
        <Poster key={poster} src={poster} />
      ) : (
        // Without a poster of its own a video with controls that waits is a grey box.
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
        <p className="absolute inset-x-0 bottom-0 bg-ink/75 px-4 py-3 text-sm text-text">
          This clip could not be loaded.
        </p>
      )}
      {!hasFailed && !hasControls && (
        <button
          type="button"
          aria-label={`${isPlaying ? 'Pause' : 'Play'}: ${label}`}
          onClick={toggle}
          className={roundClass}
        >
          {isPlaying ? <Pause aria-hidden="true" className="size-4" /> : <Play aria-hidden="true" className="size-4" />}
        </button>
      )}
      {/* One row, so that with large text one goes below the other. */}
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

/** The poster waits until it is near, in browsers that know this of a video; React's types do not yet. */
const LAZY = { loading: 'lazy' }

const roundClass =
  'absolute right-3 bottom-3 z-10 grid size-[min(2.5rem,12vw)] noscript:hidden place-items-center rounded-full bg-ink/65 text-text transition-colors duration-150 hover:bg-ink'

const unmuteClass =
  'pointer-events-auto inline-flex min-h-10 noscript:hidden items-center gap-2 rounded-full bg-ink/75 pr-4 pl-3.5 text-sm font-semibold text-text transition-colors duration-150 hover:bg-ink'
