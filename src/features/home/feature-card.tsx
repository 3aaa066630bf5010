import { useRef } from 'react'
import { FootageClip } from '@/components/footage/footage-clip'
import { Poster } from '@/components/footage/poster'
import { SoundLane } from '@/components/tracks/sound-lane'
import type { Footage } from '@/config/media'
import { HEIGHT, type MarkName, markPaths, WIDTH } from './feature-marks'
import type { Feature, SpokenLine } from './later-copy'

export function FeatureCard({ feature: { title, text, mark, shown } }: { feature: Feature }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-md bg-panel">
      <div className="p-[min(1.25rem,6vw)] pb-6">
        <h3 className="text-heading">{title}</h3>
        <p className="mt-2 max-w-prose text-soft">{text}</p>
      </div>
      {shown?.as === 'take' ? (
        <FeatureTake footage={shown.footage} levels={shown.levels} />
      ) : (
        <div className="mt-auto grid grid-cols-1 gap-3 bg-raise/45 px-[min(1.25rem,6vw)] py-3">
          {shown?.as === 'push-in' && <PushIn picture={shown.footage.still} />}
          {shown?.as === 'script' && <ScriptLine line={shown.line} />}
          <FeatureMark mark={mark} />
        </div>
      )}
    </article>
  )
}

/** Shows the spoken words over the lit part of the mark 'words'. */
function ScriptLine({ line: [before, said, after] }: { line: SpokenLine }) {
  return (
    <p aria-hidden="true" className="narrow grid grid-cols-[21fr_10fr_17fr] items-end gap-x-1 text-soft">
      <span>{before}</span>
      <span className="text-center text-amber">{said}</span>
      <span>{after}</span>
    </p>
  )
}

const FRAMES = ['scale-100', 'scale-112', 'scale-126', 'scale-142', 'scale-160']

/** Shows the still, which lasts as long as the wave below. */
function PushIn({ picture }: { picture: string }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-[29fr_18fr_18fr_18fr_17fr] gap-px overflow-hidden rounded-sm">
      {FRAMES.map((scale) => (
        <span key={scale} className="night relative isolate h-20 overflow-hidden">
          <Poster src={picture} className={scale} />
        </span>
      ))}
    </div>
  )
}

function FeatureMark({ mark }: { mark: MarkName }) {
  const { wave, lit, faint, cut } = markPaths(mark)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-20 w-full fill-none stroke-2 *:[vector-effect:non-scaling-stroke]"
    >
      <path d={cut} className="stroke-edge [stroke-width:1]" />
      <path d={faint} className="stroke-soft/35" />
      <path d={wave} className="stroke-soft/75" />
      <path d={lit} className="stroke-amber" />
    </svg>
  )
}

interface FeatureTakeProps {
  footage: Footage
  levels: readonly number[]
}

function FeatureTake({ footage, levels }: FeatureTakeProps) {
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
