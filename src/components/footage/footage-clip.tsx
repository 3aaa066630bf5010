import type { RefObject } from 'react'
import { DEMO_RENDERS, type Footage } from '@/config/media'
import { Clip } from './clip'

interface FootageClipProps {
  footage: Footage
  hasSound?: boolean
  isBare?: boolean
  isFirst?: boolean
  threshold?: number
  videoRef?: RefObject<HTMLVideoElement | null>
  className?: string
}

export function FootageClip({ footage: { video, poster, description }, ...rest }: FootageClipProps) {
  return <Clip src={video} poster={poster} label={description} note={DEMO_RENDERS ? 'Demo' : null} {...rest} />
}
