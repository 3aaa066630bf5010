import { useEffect, useState } from 'react'

const STRIP = '/images/hero-strip.jpg'
const FRAMES = 14
const WIDTH = 160
const HEIGHT = 90

export function HeroFrames() {
  const isMissing = useIsMissing(STRIP)
  return (
    <div aria-hidden="true" className="laid night flex h-11 gap-px overflow-hidden rounded-l-sm sm:h-14">
      {Array.from({ length: FRAMES }, (_, frame) => (
        <svg
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of frames
          key={frame}
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="xMidYMid slice"
          className="h-full min-w-0 flex-1 odd:max-sm:hidden"
        >
          {!isMissing && <image href={STRIP} x={-frame * WIDTH} width={FRAMES * WIDTH} height={HEIGHT} />}
        </svg>
      ))}
    </div>
  )
}

/** Returns whether an image failed to load. The image's own error event may fire before hydration. */
function useIsMissing(address: string): boolean {
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    const picture = new Image()
    picture.onerror = () => setIsMissing(true)
    picture.src = address
    return () => {
      picture.onerror = null
    }
  }, [address])
  return isMissing
}
