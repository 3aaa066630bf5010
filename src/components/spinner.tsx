const BARS = [
  'h-7/8',
  'h-5/8 [animation-delay:-0.75s]',
  'h-7/16 [animation-delay:-0.5s]',
  'h-1/4 [animation-delay:-0.25s]',
]

/** A spinner without SVG. Browsers repeat layout and paint for each frame of an animation inside an SVG. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`${className} flex shrink-0 items-center justify-around`}>
      {BARS.map((bar) => (
        <span key={bar} className={`${bar} w-1/8 animate-sound rounded-full bg-current`} />
      ))}
    </span>
  )
}
