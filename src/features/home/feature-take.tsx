import { useRef } from 'react'
import { FootageClip } from '@/components/footage/footage-clip'
import { SoundLane } from '@/components/tracks/sound-lane'
import type { Footage } from '@/config/media'

interface FeatureTakeProps {
  footage: Footage
  levels: readonly number[]
}

export function FeatureTake({ footage, levels }: FeatureTakeProps) {
  const video = useRef<HTMLVideoElement>(null)
  return (
    <div className="flex grow flex-col bg-raise/45">
      <FootageClip
        footage={footage}
        hasSound
        isBare
        videoRef={video}
        className="rounded-none lg:aspect-auto lg:min-h-80 lg:grow"
      />
      <SoundLane video={video} levels={levels} />
    </div>
  )
}
