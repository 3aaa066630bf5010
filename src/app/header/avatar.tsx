import { useState } from 'react'

interface AvatarProps {
  name: string
  picture: string | null
}

/** The person's picture; their initial where there is none or it does not load. */
export function Avatar({ name, picture }: AvatarProps) {
  const [failedPicture, setFailedPicture] = useState<string | null>(null)
  if (picture && picture !== failedPicture) {
    return (
      <img
        src={picture}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailedPicture(picture)}
        className="size-7 shrink-0 rounded-full object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-full bg-linear-to-br from-amber to-coral text-xs font-bold text-ink uppercase"
    >
      {[...name][0]}
    </span>
  )
}
