import { PeakWave } from './peak-wave'

interface PlayedWaveProps {
  levels: readonly number[]
  className?: string
}

/** The part of the wave before the playhead: a moving window over a fixed wave (tracks.css). */
export function PlayedWave({ levels, className = 'size-full text-amber' }: PlayedWaveProps) {
  return (
    <div className="played absolute inset-0 overflow-hidden">
      <PeakWave levels={levels} className={className} />
    </div>
  )
}
