import { HEIGHT, type MarkName, markPaths, WIDTH } from './feature-marks'

export function FeatureMark({ mark }: { mark: MarkName }) {
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
