import { useState } from 'react'
import { classNames } from './class-names'

interface PosterProps {
  /** Address of the picture, 16:9. */
  src: string
  /** True for what is on the first screen: it is asked for at once. */
  isFirst?: boolean
  className?: string
}

/** The still behind a video. One that cannot be loaded leaves what is behind it, and no broken picture. */
export function Poster({ src, isFirst = false, className }: PosterProps) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      src={src}
      alt=""
      width="1280"
      height="720"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onError={() => setHasFailed(true)}
      className={classNames('absolute inset-0 size-full object-cover', className)}
    />
  )
}
