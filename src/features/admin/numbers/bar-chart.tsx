import { joinClasses } from '@/components/join-classes'

const HEIGHT = 40
const BAR_WIDTH = 0.7

export interface Bar {
  day: string
  /** The parts of the bar, from the bottom up. Their order is that of `colors`. */
  parts: number[]
}

interface BarChartProps {
  /** Says in words what the chart shows. */
  label: string
  bars: readonly Bar[]
  /** A class for each part of a bar. */
  colors: readonly string[]
}

/** A bar per day, drawn as wide as its place. The table of days has the same numbers as text. */
export function BarChart({ label, bars, colors }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ parts }) => sum(parts)))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-28 w-full border-b border-edge"
    >
      {bars.map(({ day, parts }, index) =>
        parts.map((part, place) => {
          const height = (part / most) * HEIGHT
          const below = (sum(parts.slice(0, place)) / most) * HEIGHT
          return (
            <rect
              key={`${day} ${colors[place]}`}
              x={index + (1 - BAR_WIDTH) / 2}
              y={HEIGHT - below - height}
              width={BAR_WIDTH}
              height={height}
              className={joinClasses('forced-color-adjust-none', colors[place])}
            />
          )
        }),
      )}
    </svg>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
