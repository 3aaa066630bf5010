import { type CSSProperties, useEffect, useRef } from 'react'
import { formatElapsed } from '@/lib/estimate'
import { follow } from './seek'

interface SeekPreviewProps {
  src: string
  /** 0 to 1. */
  at: number
  seconds: number
}

/** The frame at a place of the clip: a second, silent video of the same file, for as long as it is pointed at. */
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
