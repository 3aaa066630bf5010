import type { RefObject } from 'react'
import { Poster } from '@/components/footage/poster'
import type { Playback } from '@/components/footage/use-playback'
import type { Footage } from '@/config/media'
import { NightScene } from './night-scene'

interface HeroFootageProps {
  footage: Footage
  hasVideo: boolean
  videoRef: RefObject<HTMLVideoElement | null>
  playback: Playback
}

/** Poster first, then the video once the page is loaded, so that it delays nothing. A failure leaves the drawn night. */
export function HeroFootage({ footage, hasVideo, videoRef, playback }: HeroFootageProps) {
  const { hasFailed, handlers } = playback
  return (
    <div aria-hidden="true" className="absolute inset-0 -z-10 print:hidden">
      <NightScene />
      {!hasFailed && (
        <>
          <Poster src={footage.poster} isFirst className="max-md:object-[64%_50%]" />
          <video
            ref={videoRef}
            {...(hasVideo ? { src: footage.video } : {})}
            muted
            loop
            playsInline
            preload="none"
            tabIndex={-1}
            className="absolute inset-0 size-full object-cover max-md:object-[64%_50%] noscript:hidden"
            {...handlers}
            onError={() => {
              console.error('The hero video could not be loaded')
              handlers.onError()
            }}
          />
        </>
      )}
      <div className="hero-shade absolute inset-0" />
    </div>
  )
}
