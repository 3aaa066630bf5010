import { type CSSProperties, useEffect, useRef } from 'react'
import { formatElapsed } from '@/lib/estimate'
import { follow } from './seek'

interface SeekPreviewProps {
  src: string
  /** The position, as a fraction from 0 to 1. */
  at: number
  seconds: number
}

/**
 * Shows the frame at a position. It is a second, muted video of the same file, rendered while the mouse is over the
 * seek bar.
 */
export function SeekPreview({ src, at, seconds }: SeekPreviewProps) {
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (video.current) follow(video.current, at * seconds)
  }, [at, seconds])

  useEffect(() => {
    const clip = video.current
    return () => {
      // Frees the decoder, because a browser has only a few.
      clip?.removeAttribute('src')
      clip?.load()
    }
  }, [])

  return (
    <div aria-hidden="true" className="player-preview" style={{ '--pointed': at } as CSSProperties}>
      <video ref={video} src={src} muted playsInline preload="auto" tabIndex={-1} disablePictureInPicture />
      <span>{formatElapsed(at * seconds * 1000)}</span>
    </div>
  )
}
