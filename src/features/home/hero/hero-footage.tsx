import type { RefObject } from 'react'
import { Poster } from '@/components/footage/poster'
import type { Playback } from '@/components/footage/use-playback'
import type { Footage } from '@/config/media'
import { NightScene } from '../night-scene'

interface HeroFootageProps {
  footage: Footage
  /** Null before the page is loaded. */
  video: string | null
  onError: () => void
  videoRef: RefObject<HTMLVideoElement | null>
  playback: Playback
}

/** Poster first, then the video once the page is loaded, so that it delays nothing. A failure leaves the drawn night. */
export function HeroFootage({ footage, video, onError, videoRef, playback }: HeroFootageProps) {
  const { hasFailed, handlers } = playback
  return (
    <div aria-hidden="true" className="absolute inset-0 -z-10 print:hidden">
      <NightScene />
      {!hasFailed && (
        <>
          <Poster src={footage.poster} avif={footage.avif} isFirst className="max-md:object-[64%_50%]" />
          <video
            ref={videoRef}
            {...(video ? { src: video } : {})}
            muted
            loop
            playsInline
            preload="none"
            tabIndex={-1}
            className="absolute inset-0 size-full object-cover max-md:object-[64%_50%] noscript:hidden"
            {...handlers}
            onError={onError}
          />
        </>
      )}
      <div className="hero-shade absolute inset-0" />
    </div>
  )
}
