import type { CastMember } from '@contract/cast'
import { AtSign } from 'lucide-react'

interface PictureProps {
  member: CastMember
  /** The size as a class. */
  className: string
}

/** The first image of a member. Its name is beside it. */
export function Picture({ member, className }: PictureProps) {
  const url = member.images[0]?.url
  return (
    <span className={`relative grid shrink-0 place-items-center overflow-hidden rounded bg-ink ${className}`}>
      {url ? (
        <img src={url} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />
      ) : (
        <AtSign aria-hidden="true" className="size-4 text-soft" />
      )}
    </span>
  )
}
