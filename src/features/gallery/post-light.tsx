import { useId } from 'react'
import { classNames } from '@/components/class-names'
import { waveformHeights } from '@/components/waveform-shape'
import type { ShowcaseCategory } from './showcase'

interface PostLightProps {
  /** The id of the post: the same one draws the same picture. */
  id: string
  category: ShowcaseCategory
  isLoading: boolean
}

const LIGHTS: Record<ShowcaseCategory, string> = {
  movie: 'text-light-movie',
  animation: 'text-light-animation',
  product: 'text-light-product',
  'talk show': 'text-light-stage',
  other: 'text-light-other',
}

const WIDTH = 320
const HEIGHT = 550
const BARS = 40
/** Where the sound stands on its reflection. */
const GROUND = 372

/** A sound as a skyline against the light of its category, mirrored in the ground before it. */
export function PostLight({ id, category, isLoading }: PostLightProps) {
  const glow = useId()
  const seed = Number(BigInt(id) % 1_000_003n)
  const heights = waveformHeights(seed, BARS)
  const sunX = 60 + (seed % 200)
  const line = (index: number, length: number) => `M${(index + 0.5) * (WIDTH / BARS)} ${GROUND}v${length.toFixed(1)}`
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className={classNames(
        'absolute inset-0 -z-10 size-full transition-[filter] duration-300 group-hover:brightness-130',
        LIGHTS[category],
        isLoading && 'animate-pulse-soft',
      )}
    >
      <defs>
        <radialGradient id={glow} gradientUnits="userSpaceOnUse" cx={sunX} cy={GROUND} r="250">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.85" />
          <stop offset="0.3" stopColor="currentColor" stopOpacity="0.38" />
          <stop offset="0.7" stopColor="currentColor" stopOpacity="0.1" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d={`M0 0h${WIDTH}v${GROUND}H0z`} fill={`url(#${glow})`} />
      <path d={`M0 ${GROUND}h${WIDTH}v${HEIGHT - GROUND}H0z`} fill="var(--color-ink)" />
      <path d={`M0 ${GROUND}h${WIDTH}v${HEIGHT - GROUND}H0z`} fill={`url(#${glow})`} opacity="0.22" />
      <g fill="none" strokeWidth="4.4">
        <path d={heights.map((height, index) => line(index, -8 - height * 120)).join('')} stroke="var(--color-ink)" />
        <path
          d={heights.map((height, index) => line(index, 5 + height * 52)).join('')}
          stroke="var(--color-ink)"
          opacity="0.7"
        />
      </g>
    </svg>
  )
}
