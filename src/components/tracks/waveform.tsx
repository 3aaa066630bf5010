import { type AriaAttributes, type AriaRole, useId, useMemo } from 'react'
import { joinClasses } from '@/components/join-classes'
import { createWaveform, fitPeaks } from './waveform-shape'

interface WaveformProps {
  /** The progress, 0 to 1. Without it, the wave is decorative. */
  progress?: number
  seed: number
  /** The peaks of a real sound, 0 to 100. Without them the seed draws a wave. */
  peaks?: readonly number[] | null
  /** Draws a row of dots. */
  isSilent?: boolean
  bars: number
  /** The name of the progress bar. Without a name, assistive technology skips the wave. */
  label?: string
  className?: string
}

const STEP = 6
const HEIGHT = 48

export function Waveform({ progress, seed, peaks, isSilent = false, bars, label, className = 'h-12' }: WaveformProps) {
  const gradient = useId()
  const lines = useMemo(() => {
    if (isSilent) return Array.from({ length: bars }, () => 0).map(drawBar)
    return (peaks?.length ? fitPeaks(peaks, bars) : createWaveform(seed, bars)).map(drawBar)
  }, [seed, peaks, isSilent, bars])
  const done = Math.min(1, Math.max(0, progress ?? 0))
  const lit = Math.round(done * bars)
  return (
    <div {...getRole(label, progress === undefined ? undefined : Math.round(done * 100))}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={joinClasses('block w-full', className)}
      >
        <defs>
          <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2={bars * STEP} y1="0" y2="0">
            <stop offset="0" stopColor="var(--color-amber)" />
            <stop offset="1" stopColor="var(--color-coral)" />
          </linearGradient>
        </defs>
        {/* The strokes stretch with the wave, so that bars keep their relative width. */}
        <g fill="none" strokeWidth="2.3" strokeLinecap="round">
          <path d={lines.slice(lit).join('')} stroke="#3d4558" />
          <path d={lines.slice(0, lit).join('')} stroke={`url(#${gradient})`} />
        </g>
      </svg>
    </div>
  )
}

function drawBar(height: number, index: number): string {
  const x = index * STEP + STEP / 2
  // Round to half pixels, for a smaller page file.
  const half = Math.round(height * (HEIGHT - 4)) / 2
  return `M${x} ${HEIGHT / 2 - half}v${2 * half}`
}

function getRole(label: string | undefined, percent: number | undefined): AriaAttributes & { role?: AriaRole } {
  if (!label) return { 'aria-hidden': true }
  if (percent === undefined) return { role: 'img', 'aria-label': label }
  return {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': percent,
  }
}
