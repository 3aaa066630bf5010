import { type RefObject, useRef } from 'react'
import { joinClasses } from '@/components/join-classes'
import { PeakWave, PlayedWave } from './peak-wave'
import { usePlayhead } from './use-playhead'

interface SoundLaneProps {
  video: RefObject<HTMLVideoElement | null>
  levels: readonly number[]
  className?: string
}

export function SoundLane({ video, levels, className = 'rounded-b-xl bg-panel' }: SoundLaneProps) {
  const lanes = useRef<HTMLDivElement>(null)
  usePlayhead({ video, lanes })
  return (
    <div
      aria-hidden="true"
      className={joinClasses('flex items-center gap-4 overflow-hidden px-4 py-3 sm:px-5', className)}
    >
      <span className="narrow text-soft">A1</span>
      <div ref={lanes} className="lanes relative h-12 flex-1">
        <PeakWave levels={levels} className="absolute inset-0 size-full text-soft/50" />
        <PlayedWave levels={levels} />
        <span className="playhead" />
      </div>
    </div>
  )
}
