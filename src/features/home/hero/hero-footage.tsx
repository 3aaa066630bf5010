import type { RefObject } from 'react'
import { Poster } from '@/components/footage/poster'
import type { Playback } from '@/components/footage/use-playback'
import type { Footage } from '@/config/media'

interface HeroFootageProps {
  footage: Footage
  /** The video's URL. Null until the page has loaded. */
  video: string | null
  onError: () => void
  videoRef: RefObject<HTMLVideoElement | null>
  playback: Playback
}

/**
 * Shows the poster. After the page has loaded, shows the video, so that it delays nothing. After a failure, the drawn
 * night sky remains.
 */
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

function NightScene() {
  return (
    <div aria-hidden="true" className="night absolute inset-0 -z-10">
      <svg
        aria-hidden="true"
        viewBox="0 0 1440 400"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-x-0 bottom-0 h-[58%] w-full"
      >
        <path
          d="M0 112C150 74 260 66 420 100s250 44 400 6 240-58 380-34 180 42 240 34v294H0z"
          fill="#3a3140"
          opacity=".55"
        />
        <path
          d="M0 168c180-42 300-44 460-10s270 44 420 8 260-66 400-44 120 26 160 22v256H0z"
          fill="#1d1b27"
          opacity=".8"
        />
        <path d="M0 214c140 22 300 30 460 8s300-34 470-8 300 40 510-6v192H0z" fill="#0c0f17" />
      </svg>
      <div className="absolute inset-x-0 bottom-0 h-2/5 bg-linear-to-b from-transparent via-ink/80 to-ink" />
    </div>
  )
}
