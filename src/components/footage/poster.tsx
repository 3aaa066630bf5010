import { useCallback, useState } from 'react'
import { joinClasses } from '@/components/join-classes'

interface PosterProps {
  src: string
  /** The URL of the same image as AVIF. */
  avif?: string | undefined
  /** Whether the poster is on the first screen, where it isn't lazy. */
  isFirst?: boolean
  className?: string
}

export function Poster({ src, avif, isFirst = false, className }: PosterProps) {
  const [hasFailed, setHasFailed] = useState(false)
  // A prerendered image may have failed before hydration.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setHasFailed(true)
  }, [])
  if (hasFailed) return null
  const image = (
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
      className={joinClasses('absolute inset-0 size-full object-cover', className)}
    />
  )
  if (!avif) return image
  return (
    <picture>
      <source srcSet={avif} type="image/avif" />
      {image}
    </picture>
  )
}
