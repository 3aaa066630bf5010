import { useState } from 'react'
import { env } from '@/config/env'
import { joinClasses } from './join-classes'

interface AvatarProps {
  name: string
  picture: string | null
  /** Classes for the size of the image and the initial. */
  className?: string
}

export function Avatar({ name, picture, className = 'size-7 text-xs' }: AvatarProps) {
  const [failedPicture, setFailedPicture] = useState<string | null>(null)
  if (picture && picture !== failedPicture && isAllowed(picture)) {
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailedPicture(picture)}
        className={joinClasses('shrink-0 rounded-full bg-raise object-cover', className)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'grid shrink-0 place-items-center rounded-full bg-linear-to-br from-amber to-coral font-bold text-ink uppercase',
        className,
      )}
    >
      {getFirstCharacter(name)}
    </span>
  )
}

/** Returns whether we load an avatar. Users choose the address, so we refuse other hosts and our own API. */
function isAllowed(picture: string): boolean {
  return URL.canParse(picture) && new URL(picture).href.startsWith(env.avatarUrl)
}

/** Returns the first grapheme of a name. An emoji with several code points is one grapheme. */
function getFirstCharacter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment ?? '?'
}
