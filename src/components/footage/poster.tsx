import { useCallback, useState } from 'react'
import { classNames } from '@/components/class-names'

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
  // The error of a prerendered picture comes before anybody listens.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setHasFailed(true)
  }, [])
  if (hasFailed) return null
  return (
    <img
      ref={check}
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
