import { useEffect, useState } from 'react'
import { joinClasses } from '@/components/join-classes'

const STRIP = '/images/hero-strip.jpg'
const FRAMES = 14
/** The frames with which another clip begins. All are odd, because a phone shows only odd ones. */
const CUTS = [3, 5, 9, 11]
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
          className={joinClasses('h-full min-w-0 flex-1 odd:max-sm:hidden', CUTS.includes(frame) && 'ml-1')}
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
