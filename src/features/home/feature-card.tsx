import { useRef } from 'react'
import { FootageClip } from '@/components/footage/footage-clip'
import { SoundLane } from '@/components/tracks/sound-lane'
import peaks from '@/config/asmr-peaks.json'
import { FOOTAGE } from '@/config/media'
import type { Feature } from './lower-copy'
import { Models, Price } from './model-pictures'
import { Screen } from './screen'

export function FeatureCard({ feature: { title, text, picture } }: { feature: Feature }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-md bg-panel">
      <div className="p-[min(1.25rem,6vw)] pb-6">
        <h3 className="text-heading">{title}</h3>
        <p className="mt-2 max-w-prose text-soft">{text}</p>
      </div>
      {picture === 'take' ? (
        <FeatureTake />
      ) : (
        <div className="mt-auto px-[min(1.25rem,6vw)] pb-6">
          {picture === 'models' ? <Models /> : picture === 'price' ? <Price /> : <Screen name={picture} />}
        </div>
      )}
    </article>
  )
}

function FeatureTake() {
  const video = useRef<HTMLVideoElement>(null)
  return (
    <div className="flex grow flex-col bg-raise/45">
      <FootageClip
        footage={FOOTAGE.asmr1}
        hasSound
        isBare
        videoRef={video}
        className="rounded-none lg:aspect-auto lg:min-h-80 lg:grow"
      />
      <SoundLane video={video} levels={peaks.asmr1} />
    </div>
  )
}
