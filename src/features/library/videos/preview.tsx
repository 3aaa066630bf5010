import { useEffect, useRef } from 'react'

interface PreviewProps {
  src: string
  /** The file cannot be played: it is over. */
  onBroken: () => void
}

/** Plays over the poster, without sound. */
export function Preview({ src, onBroken }: PreviewProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const clip = video.current
    if (!clip) return
    // As a property: React sets the attribute too late for browsers that decide about autoplay.
    clip.muted = true
    clip.src = src
    clip.play().catch(() => undefined)
    return () => {
      // Lets go of the file and the decoder at once.
      clip.pause()
      clip.removeAttribute('src')
      clip.load()
    }
  }, [src])
  return (
    <video
      ref={video}
      aria-hidden="true"
      muted
      loop
      playsInline
      tabIndex={-1}
      onError={({ currentTarget }) => currentTarget.hasAttribute('src') && onBroken()}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
