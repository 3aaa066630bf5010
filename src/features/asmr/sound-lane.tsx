import { type RefObject, useRef } from 'react'
import { PeakWave } from '@/components/peak-wave'
import { usePlayhead } from '@/components/use-playhead'

interface SoundLaneProps {
  video: RefObject<HTMLVideoElement | null>
  levels: readonly number[]
}

/** The clip's own sound under its picture, so that it is seen before it is heard; the playhead follows the picture. */
export function SoundLane({ video, levels }: SoundLaneProps) {
  const lanes = useRef<HTMLDivElement>(null)
  usePlayhead({ video, lanes })
  return (
    <div aria-hidden="true" className="flex items-center gap-4 overflow-hidden rounded-b-xl bg-panel px-4 py-3 sm:px-5">
      <span className="narrow text-soft">A1</span>
      <div ref={lanes} className="lanes relative h-12 flex-1">
        <PeakWave levels={levels} className="absolute inset-0 size-full text-soft/50" />
        <PeakWave levels={levels} className="played absolute inset-0 size-full text-amber" />
        <span className="playhead" />
      </div>
    </div>
  )
}
