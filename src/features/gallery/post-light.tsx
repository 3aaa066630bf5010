import { useId } from 'react'
import { joinClasses } from '@/components/join-classes'
import { GROUND, HEIGHT, postShape, WIDTH } from './post-shapes'
import type { ShowcaseCategory } from './showcase'

interface PostLightProps {
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

export function PostLight({ id, category, isLoading }: PostLightProps) {
  const glow = useId()
  const seed = Number(BigInt(id) % 1_000_003n)
  const { above, below, mirrored, strokeWidth, isRound } = postShape(category, seed)
  const sunX = 60 + (seed % 200)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className={joinClasses(
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
      <g
        fill={strokeWidth === null ? 'var(--color-ink)' : 'none'}
        stroke={strokeWidth === null ? 'none' : 'var(--color-ink)'}
        strokeWidth={strokeWidth ?? 0}
        strokeLinecap={isRound ? 'round' : 'butt'}
      >
        <path d={above} />
        <path
          d={below ?? above}
          {...(below ? {} : { transform: `matrix(1 0 0 ${-mirrored} 0 ${(GROUND * (1 + mirrored)).toFixed(2)})` })}
          opacity="0.7"
        />
      </g>
    </svg>
  )
}
