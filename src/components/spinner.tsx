/** 'Working', as the mark sounding: beside words that say it too, and silent for assistive technology. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`${className} fill-none stroke-current stroke-2 *:origin-center *:animate-sound *:[transform-box:fill-box]`}
    >
      <path d="M2 2v12" strokeLinecap="round" />
      <path d="M6 4v8" strokeLinecap="round" className="[animation-delay:-0.75s]" />
      <path d="M10 5.5v5" strokeLinecap="round" className="[animation-delay:-0.5s]" />
      <path d="M14 7v2" strokeLinecap="round" className="[animation-delay:-0.25s]" />
    </svg>
  )
}
