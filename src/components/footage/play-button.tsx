import { Pause, Play } from 'lucide-react'

interface PlayButtonProps {
  isPlaying: boolean
  /** The name of the clip. */
  label: string
  onToggle: () => void
}

/** A play button for the corner of a clip, above a link that covers the clip. */
export function PlayButton({ isPlaying, label, onToggle }: PlayButtonProps) {
  const Icon = isPlaying ? Pause : Play
  return (
    <button
      type="button"
      aria-label={`${isPlaying ? 'Pause' : 'Play'}: ${label}`}
      onClick={onToggle}
      className="absolute right-3 bottom-3 z-10 grid size-[min(2.5rem,12vw)] pointer-coarse:size-11 noscript:hidden place-items-center rounded-full bg-ink/65 text-text transition-colors duration-150 hover:bg-ink"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}
