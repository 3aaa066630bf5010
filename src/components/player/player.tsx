import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { useMediaQuery } from '@/components/hooks/use-media-query'
import { BlankFrame } from '@/components/job-picture/blank-frame'
import { isShown } from '@/lib/browser/visibility'
import { readSound } from './stored-sound'
import { type Renew, useRenewal } from './use-renewal'

interface PlayerProps {
  /** The file's first URL. `renew` returns the next one. */
  src: string | null
  /** The video's name for assistive technology. */
  label: string
  hasSound: boolean
  /** The aspect ratio in CSS, such as '16 / 9'. */
  aspect?: string | undefined
  /** The URL of the image to show until the first frame. */
  poster?: string | null | undefined
  renew?: Renew
  /** The peaks of the sound, 0 to 100, if they are known. Otherwise they are read from the file. */
  peaks?: readonly number[] | null
  /** Called with the peaks that were read from the file. */
  onPeaks?: (peaks: number[]) => void
  /** The video's file, if it is at hand. The sound is read from it instead of `src`. */
  file?: Blob
  /** Whether the video is part of a comparison. It then starts muted, and only one player has sound. */
  isOneOfSeveral?: boolean
  /** The sentence if no URL plays. */
  failureText?: string
  /** Whether the video plays only after a click. */
  startsPaused?: boolean
  /** Whether the player has a margin. The controls then end at the picture's edge. */
  isInset?: boolean
  /** Called with the file's duration in seconds, as soon as it is known. */
  onSeconds?: (seconds: number) => void
  /** Classes of the picture. */
  className?: string
}

const loadControls = () => import('./controls').then(({ Controls }) => Controls)

/**
 * A looping video, which plays at once unless it waits for a click. The plain `<video>` works without more code. Our
 * controls replace the browser's controls when their code has loaded.
 */
export function Player({
  src: first,
  label,
  hasSound,
  aspect,
  poster,
  renew,
  peaks,
  onPeaks,
  file,
  isOneOfSeveral = false,
  failureText = "We couldn't play this video. You may still be able to download it.",
  startsPaused = false,
  isInset = false,
  onSeconds,
  className = '',
}: PlayerProps) {
  const root = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)') || startsPaused
  const { code: Controls, isMissing } = useCode(loadControls, true)
  const { src, isBroken, resume, onError } = useRenewal(first, renew)
  const [sound] = useState(readSound)
  /** Whether the video has started. The poster, which may be a later frame, then fades out. */
  const [hasBegun, setHasBegun] = useState(false)
  // In a hidden tab, the user couldn't see which tab has sound.
  const [startsNow] = useState(isShown)

  // Render the controls after the elements that they use. Their code may already be loaded.
  const [isDrawn, setIsDrawn] = useState(false)
  useLayoutEffect(() => setIsDrawn(true), [])

  useEffect(() => {
    if (video.current) video.current.volume = sound.volume
  }, [sound])

  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields are in it
    <div
      ref={root}
      role="group"
      aria-label="Player"
      tabIndex={-1}
      data-inset={isInset || undefined}
      className="player relative outline-none"
    >
      <video
        ref={video}
        {...(src ? { src } : {})}
        {...(poster ? { poster } : {})}
        controls={isMissing}
        autoPlay={!isStill && startsNow}
        muted={isOneOfSeveral || sound.isMuted}
        loop
        playsInline
        preload={startsPaused ? 'metadata' : 'auto'}
        aria-label={label}
        // Otherwise, a renewed URL would start a paused video.
        onPlay={({ currentTarget }) => {
          currentTarget.autoplay = false
        }}
        onLoadedMetadata={({ currentTarget }) => {
          resume(currentTarget)
          if (Number.isFinite(currentTarget.duration)) onSeconds?.(currentTarget.duration)
        }}
        onPlaying={() => setHasBegun(true)}
        onSeeked={() => setHasBegun(true)}
        onError={onError}
        style={{ aspectRatio: aspect }}
        className={`w-full bg-ink ${className}`}
      />
      {poster && !isMissing && (
        <img
          src={poster}
          alt=""
          style={{ aspectRatio: aspect }}
          className={`pointer-events-none absolute inset-x-0 top-0 w-full object-contain transition-opacity duration-300 ${className} ${hasBegun ? 'opacity-0' : ''}`}
        />
      )}
      {isBroken ? (
        <BlankFrame
          kind="failed"
          className="absolute inset-0 z-10 grid place-items-center overflow-auto p-[min(2.5rem,10%)]"
        >
          <p role="alert" className="text-center text-[0.9375rem] text-balance">
            {failureText}
          </p>
        </BlankFrame>
      ) : (
        Controls &&
        isDrawn && <Controls {...{ root, video, src, hasSound, peaks, onPeaks, file, isStill, isOneOfSeveral }} />
      )}
      {!isBroken && !Controls && !isMissing && <div style={{ height: '6.5rem' }} />}
    </div>
  )
}
