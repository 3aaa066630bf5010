import { useState } from 'react'

const FRAMES = 14
const WIDTH = 160
const HEIGHT = 90

/** Frames of the hero's clip in their order, cut from one strip; without it, the night. */
export function HeroFrames() {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <div aria-hidden="true" className="night flex h-11 gap-px overflow-hidden rounded-l-sm sm:h-14">
      {Array.from({ length: FRAMES }, (_, frame) => (
        <svg
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of frames
          key={frame}
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="xMidYMid slice"
          className="h-full min-w-0 flex-1 odd:max-sm:hidden"
        >
          {!isMissing && (
            <image
              href="/images/hero-strip.jpg"
              x={-frame * WIDTH}
              width={FRAMES * WIDTH}
              height={HEIGHT}
              onError={() => setIsMissing(true)}
            />
          )}
        </svg>
      ))}
    </div>
  )
}
