interface PeakWaveProps {
  /** The loudness over time, 0 to 1. */
  levels: readonly number[]
  className: string
}

export function PeakWave({ levels, className }: PeakWaveProps) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${levels.length} 100`} preserveAspectRatio="none" className={className}>
      <path d={drawBars(levels, 1)} stroke="currentColor" strokeWidth="0.5" className="max-sm:hidden" />
      <path d={drawBars(levels, 2)} stroke="currentColor" strokeWidth="1" className="sm:hidden" />
    </svg>
  )
}

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

/** Returns one bar per `step` levels, as loud as the loudest of them. Narrow screens have no space for every level. */
function drawBars(levels: readonly number[], step: number): string {
  let path = ''
  for (let index = 0; index < levels.length; index += step) {
    // Round to whole units. The path is a third smaller in a page's file, and less than a pixel off.
    const half = Math.max(1, Math.round(Math.max(...levels.slice(index, index + step)) * 48))
    path += `M${index + step / 2} ${50 - half}v${2 * half}`
  }
  return path
}
