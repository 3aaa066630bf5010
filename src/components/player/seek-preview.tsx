import { type CSSProperties, useEffect, useRef } from 'react'
import { formatElapsed } from '@/lib/estimate'
import { follow } from './seek'

interface SeekPreviewProps {
  src: string
  /** The share of the video, 0 to 1. */
  at: number
  seconds: number
}

/** The frame at a place of the video. It is a second, muted video of the same file, present while the mouse points at the bar. */
export function SeekPreview({ src, at, seconds }: SeekPreviewProps) {
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (video.current) follow(video.current, at * seconds)
  }, [at, seconds])

  useEffect(() => {
    const clip = video.current
    return () => {
      // Frees the decoder: a browser has few.
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
